/** A fault of one adapter call. */
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

/** An adapter call of a flow, where a fault can occur. */
export interface Point {
  /** The index of the call in the flow, from 0. */
  readonly index: number
  readonly method: string
  readonly inTransaction: boolean
}

interface FaultRow {
  /** What the fault does. */
  readonly what: string
  readonly applies: (point: Point) => boolean
}

const isReading = ({ method }: Point): boolean => /^(?:get|list|use)/.test(method)
/** Whether a call may change rows. */
export const isWriting = ({ method }: Point): boolean => !/^(?:get|list)/.test(method)
/** A stale list cannot be handled: lists must be read from the primary. */
const mayMiss = (point: Point): boolean => isReading(point) && !point.method.startsWith('list')
const isAlone = (point: Point): boolean => isWriting(point) && !point.inTransaction
const always = (): boolean => true

/** Every fault, and the calls where it applies. */
export const faults: Readonly<Record<Fault, FaultRow>> = {
  throws: { what: 'the call fails and nothing is done', applies: always },
  conflicts: { what: 'the call fails because another write was first', applies: isWriting },
  'loses its response': { what: 'the call is done, and its response is lost', applies: isWriting },
  hangs: { what: 'nothing is done, and no response comes', applies: always },
  'fails late': { what: 'nothing is done, and the failure is reported long after the deadline', applies: always },
  'responds late': {
    what: 'the call is done at once, and its response comes long after the deadline',
    applies: always,
  },
  'completes late': { what: 'the call is done after the user has seen that it failed', applies: isAlone },
  'completes very late': { what: 'the call is done after the user has retried', applies: isAlone },
  'goes down': { what: 'this call and all later ones fail', applies: always },
  'stops responding': { what: 'this call and all that follow get no response', applies: always },
  'crashes before': { what: 'the process dies before the call', applies: always },
  'crashes after': { what: 'the process dies after the call', applies: always },
  'finds nothing': { what: 'the call finds no row, as with a stale replica', applies: mayMiss },
  'returns garbage': { what: 'the call returns something that is not a row', applies: isReading },
}

/** The faults that apply to a call. */
export const faultsAt = (point: Point): readonly Fault[] =>
  (Object.keys(faults) as Fault[]).filter((fault) => faults[fault].applies(point))
