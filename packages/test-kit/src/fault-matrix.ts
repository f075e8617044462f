import { faultsAt } from './fault-matrix/faults.ts'
import type { FaultMatrixOptions, FaultMatrixReport } from './fault-matrix/options.ts'
import { countRuns } from './fault-matrix/count-runs.ts'

export { faults, isWriting, type Fault, type Point } from './fault-matrix/faults.ts'
export { isSignedIn, signInAgain, type Flow, type Trial } from './fault-matrix/flow.ts'
export type { Failure, FaultMatrixOptions, FaultMatrixReport } from './fault-matrix/options.ts'
export { runFaultPairs, type FaultPairsOptions } from './fault-matrix/pairs.ts'
export { newProviderUser, type ProviderUser } from './fault-matrix/provider-user.ts'
export { faultFlows } from './fault-matrix/count-runs.ts'
export type { Rows, FaultSetup } from './fault-matrix/fault-setup.ts'

/**
 * Runs every flow with every fault at every adapter call. Counts the runs that survive: a user who tries again signs
 * in, each user exists once, an outage signs no user out, and no response takes longer than ten seconds. Throws if a
 * flow fails without faults.
 *
 * @example
 * const report = await runFaultMatrix({ adapter: memoryAdapter() })
 * report.failures // []
 */
export const runFaultMatrix = (options: FaultMatrixOptions): Promise<FaultMatrixReport> =>
  countRuns(options, async ({ faultless, run }) => {
    for (const point of faultless.points) {
      const picked = faultsAt(point).filter((fault) => options.pick?.(fault, point) ?? true)
      for (const fault of picked) await run({ plans: [{ at: point.index, fault }], isLong: false })
    }
  })
