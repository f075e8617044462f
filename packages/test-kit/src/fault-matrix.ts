import { faultsAt } from './fault-matrix/faults.ts'
import type { FaultMatrixOptions, FaultMatrixReport } from './fault-matrix/options.ts'
import { countRuns } from './fault-matrix/count-runs.ts'

export { faults, isWriting, type Fault, type Point } from './fault-matrix/faults.ts'
export { isSignedIn, signInAgain, type Flow, type Trial } from './fault-matrix/flow.ts'
export type { Failure, FaultMatrixOptions, FaultMatrixReport } from './fault-matrix/options.ts'
export { runFaultPairs, type FaultPairsOptions } from './fault-matrix/pairs.ts'
export { newProviderUser, type ProviderUser } from './fault-matrix/provider-user.ts'
export { faultFlows } from './fault-matrix/count-runs.ts'
export type { Rows, FaultSetup } from './fault-matrix/setup.ts'

/**
 * Runs every flow with every fault at every call that it makes of an adapter, and counts what was survived: whoever tries again
 * comes in, there is one of each user, nobody is signed out by an outage, and nobody waits longer than ten seconds. Throws when a
 * flow does not even work undisturbed.
 *
 * @example
 * const report = await runFaultMatrix({ adapter: memoryAdapter() })
 * report.casualties // []
 */
export const runFaultMatrix = (options: FaultMatrixOptions): Promise<FaultMatrixReport> =>
  countRuns(options, async ({ undisturbed, run }) => {
    for (const point of undisturbed.points) {
      const picked = faultsAt(point).filter((fault) => options.pick?.(fault, point) ?? true)
      for (const fault of picked) await run({ plans: [{ at: point.index, fault }], isLong: false })
    }
  })
