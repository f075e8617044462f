import { type Fault, isWriting, type Point } from '@authwright/test-kit/fault-matrix'

/** What is left in the database: a write that nobody knows of, a late one, one that is undone with its transaction. */
const left: ReadonlySet<Fault> = new Set([
  'loses its response',
  'completes late',
  'completes very late',
  'crashes after',
])
/** Whether a fault at a call is one of these. */
export const leavesSomething = (fault: Fault, point: Point): boolean =>
  isWriting(point) && (left.has(fault) || (fault === 'throws' && point.inTransaction))
