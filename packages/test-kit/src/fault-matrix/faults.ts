/** What can go wrong with one call of an adapter. */
export type Fault =
  | 'throws'
  | 'conflicts'
  | 'loses its answer'
  | 'hangs'
  | 'fails late'
  | 'answers late'
  | 'is done late'
  | 'is done very late'
  | 'goes down'
  | 'falls silent'
  | 'crashes before'
  | 'crashes after'
  | 'finds nothing'
  | 'finds rubbish'

/** A place in a flow where a fault can be. */
export interface Point {
  /** Which call of the flow it is, from 0. */
  readonly index: number
  readonly method: string
  readonly inTransaction: boolean
}

interface FaultRow {
  /** What happens. */
  readonly what: string
  readonly applies: (point: Point) => boolean
}

const isReading = ({ method }: Point): boolean => /^(?:get|list|use)/.test(method)
/** Whether something may be changed by a call. */
export const isWriting = ({ method }: Point): boolean => !/^(?:get|list)/.test(method)
/** A list that is behind has no remedy: lists have to be read where the rows are written. */
const mayMiss = (point: Point): boolean => isReading(point) && !point.method.startsWith('list')
const isAlone = (point: Point): boolean => isWriting(point) && !point.inTransaction
const always = (): boolean => true

/** Every fault, and where it makes sense. */
export const faults: Readonly<Record<Fault, FaultRow>> = {
  throws: { what: 'the call is refused and nothing was done', applies: always },
  conflicts: { what: 'the call is refused because another write came first', applies: isWriting },
  'loses its answer': { what: 'the call is done, and fails all the same', applies: isWriting },
  hangs: { what: 'nothing is done and no answer ever comes', applies: always },
  'fails late': { what: 'nothing is done, which is said long after the deadline', applies: always },
  'answers late': { what: 'the call is done at once and answered long after the deadline', applies: always },
  'is done late': { what: 'the call is done after the person was told that it failed', applies: isAlone },
  'is done very late': { what: 'the call is done after the person has tried again', applies: isAlone },
  'goes down': { what: 'this call and all that follow are refused', applies: always },
  'falls silent': { what: 'this call and all that follow are never answered', applies: always },
  'crashes before': { what: 'the process dies before the call', applies: always },
  'crashes after': { what: 'the process dies when the call is done', applies: always },
  'finds nothing': { what: 'the call says that there is no such row, as a stale copy does', applies: mayMiss },
  'finds rubbish': { what: 'the call returns something that is no row', applies: isReading },
}

/** The faults that can be at a point. */
export const faultsAt = (point: Point): readonly Fault[] =>
  (Object.keys(faults) as Fault[]).filter((fault) => faults[fault].applies(point))
