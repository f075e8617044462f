import { type Fault, faultsAt, type Point } from './faults.ts'
import type { Plan } from './faulty-adapter.ts'
import type { FaultMatrixOptions, FaultMatrixReport } from './options.ts'
import { type FlowRunner, countRuns } from './count-runs.ts'

/** What a matrix of pairs is run over, and which pairs. */
export type FaultPairsOptions = FaultMatrixOptions

/**
 * What can be left of a call: nothing was done, it was done and nobody knows, it is done when all is over, it was believed to have
 * found nothing. Everything else that can go wrong leaves the same as one of these.
 */
const leaving: ReadonlySet<Fault> = new Set(['throws', 'loses its response', 'completes very late', 'finds nothing'])

const runPairs = async (
  { undisturbed, run }: FlowRunner,
  pick: NonNullable<FaultPairsOptions['pick']>,
): Promise<void> => {
  const plansAt = (point: Point): readonly Plan[] =>
    faultsAt(point)
      .filter((fault) => pick(fault, point))
      .map((fault) => ({ at: point.index, fault }))
  const seen = new Set<string>()
  for (const first of undisturbed.points.flatMap(plansAt)) {
    // What one fault leaves decides which calls come after it, so those are asked of a run.
    const { points, acted, left } = await run({ plans: [first], isLong: true })
    const isNew = !seen.has(left)
    seen.add(left)
    for (const second of points.slice(first.at + 1).flatMap(plansAt)) {
      const isLong = second.at >= acted
      if (!isLong || (isNew && leaving.has(second.fault))) await run({ plans: [first, second], isLong })
    }
  }
}

/**
 * Runs flows with two faults, in every order in which they can be: both in the request under test, which is run with all pairs, or
 * the second one when the person tries again. A next try is run once for each thing that a first fault can leave, since the same
 * answer and the same writes begin the same try, and with the faults that leave something else than others.
 *
 * @example
 * const report = await runFaultPairs({ adapter: memoryAdapter(), only: (flow) => flow === 'first OAuth sign-in' })
 * report.casualties // []
 */
export const runFaultPairs = (options: FaultPairsOptions): Promise<FaultMatrixReport> =>
  countRuns(options, (course) => runPairs(course, options.pick ?? (() => true)))
