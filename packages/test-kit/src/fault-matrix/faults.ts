/** What can go wrong with one call of an adapter. */
export type Fault =
  | 'throws'
  | 'conflicts'
  | 'loses its response'
  | 'hangs'
  | 'fails late'
  | 'responds late'
  | 'completes late'
  | 'completes very late'
  | 'goes down'
  | 'stops responding'
  | 'crashes before'
  | 'crashes after'
  | 'finds nothing'
  | 'returns garbage'

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
/** A stale list cannot be handled: lists must be read from the primary. */
const mayMiss = (point: Point): boolean => isReading(point) && !point.method.startsWith('list')
const isAlone = (point: Point): boolean => isWriting(point) && !point.inTransaction
const always = (): boolean => true

/** Every fault, and where it makes sense. */
export const faults: Readonly<Record<Fault, FaultRow>> = {
  throws: { what: 'the call is refused and nothing was done', applies: always },
  conflicts: { what: 'the call is refused because another write came first', applies: isWriting },
  'loses its response': { what: 'the call is done, and its response is lost', applies: isWriting },
  hangs: { what: 'nothing is done, and no response comes', applies: always },
  'fails late': { what: 'nothing is done, and the failure is reported long after the deadline', applies: always },
  'responds late': {
    what: 'the call is done at once, and its response comes long after the deadline',
    applies: always,
  },
  'completes late': { what: 'the call is done after the user has seen that it failed', applies: isAlone },
  'completes very late': { what: 'the call is done after the user has retried', applies: isAlone },
  'goes down': { what: 'this call and all that follow are refused', applies: always },
  'stops responding': { what: 'this call and all that follow get no response', applies: always },
  'crashes before': { what: 'the process dies before the call', applies: always },
  'crashes after': { what: 'the process dies when the call is done', applies: always },
  'finds nothing': { what: 'the call finds no row, as with a stale replica', applies: mayMiss },
  'returns garbage': { what: 'the call returns something that is not a row', applies: isReading },
}

/** The faults that can be at a point. */
export const faultsAt = (point: Point): readonly Fault[] =>
  (Object.keys(faults) as Fault[]).filter((fault) => faults[fault].applies(point))
