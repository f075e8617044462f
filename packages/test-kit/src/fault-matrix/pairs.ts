import { type Fault, faultsAt, type Point } from './faults.ts'
import type { Plan } from './faulty-adapter.ts'
import type { FaultMatrixOptions, FaultMatrixReport } from './options.ts'
import { type FlowRunner, countRuns } from './count-runs.ts'

/** Options of `runFaultPairs`. */
export type FaultPairsOptions = FaultMatrixOptions

/**
 * The faults with different effects: the call was not done, was done without a response, is done at the end, or found
 * nothing. Every other fault has the same effect as one of these.
 */
const distinctEffects: ReadonlySet<Fault> = new Set([
  'throws',
  'loses its response',
  'completes very late',
  'finds nothing',
])

const runPairs = async (
  { faultless, run }: FlowRunner,
  pick: NonNullable<FaultPairsOptions['pick']>,
): Promise<void> => {
  const plansAt = (point: Point): readonly Plan[] =>
    faultsAt(point)
      .filter((fault) => pick(fault, point))
      .map((fault) => ({ at: point.index, fault }))
  const seen = new Set<string>()
  for (const first of faultless.points.flatMap(plansAt)) {
    // The effect of the first fault decides which calls follow, so a run finds them.
    const { points, acted, left } = await run({ plans: [first], isLong: true })
    const isNew = !seen.has(left)
    seen.add(left)
    for (const second of points.slice(first.at + 1).flatMap(plansAt)) {
      const isLong = second.at >= acted
      if (!isLong || (isNew && distinctEffects.has(second.fault))) await run({ plans: [first, second], isLong })
    }
  }
}

/**
 * Runs flows with two faults in every order: all pairs in the request under test, or the second fault when the user
 * tries again. The second try runs once for each distinct effect of the first fault, because the same response and the
 * same writes lead to the same second try. It uses only the faults whose effects differ.
 *
 * @example
 * const report = await runFaultPairs({ adapter: memoryAdapter(), only: (flow) => flow === 'first OAuth sign-in' })
 * report.failures // []
 */
export const runFaultPairs = (options: FaultPairsOptions): Promise<FaultMatrixReport> =>
  countRuns(options, (runner) => runPairs(runner, options.pick ?? (() => true)))
