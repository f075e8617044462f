import { type Fault, isWriting, type Point } from '@authwright/test-kit/fault-matrix'

/** The faults after which a write is stored although the caller saw an error, is stored late, or is rolled back. */
const distinctEffects: ReadonlySet<Fault> = new Set([
  'loses its response',
  'completes late',
  'completes very late',
  'crashes after',
])

/** Whether a fault at a call leaves other rows than the call without the fault. */
export const leavesSomething = (fault: Fault, point: Point): boolean =>
  isWriting(point) && (distinctEffects.has(fault) || (fault === 'throws' && point.inTransaction))
