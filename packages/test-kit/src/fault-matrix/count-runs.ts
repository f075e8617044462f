import type { Flow } from './flow.ts'
import { addressFlows } from './flows/address.ts'
import { mailFlows } from './flows/mail.ts'
import { oauthFlows } from './flows/oauth.ts'
import { sessionFlows } from './flows/session.ts'
import type { Failure, FaultMatrixOptions, FaultMatrixReport } from './options.ts'
import type { Plan } from './faulty-adapter.ts'
import { startProvider } from './provider.ts'
import { type FaultPlan, type Run, runFlow } from './run.ts'

/** Everything that this library can do without an authenticator. */
export const faultFlows: readonly Flow[] = [...oauthFlows, ...mailFlows, ...sessionFlows, ...addressFlows]

/** One flow, to be run as often as wanted. */
export interface FlowRunner {
  readonly flow: Flow
  readonly undisturbed: Run
  /** Runs it with something going wrong, and counts what came of it. */
  readonly run: (plot: FaultPlan) => Promise<Run>
}

/** After so many runs the store is emptied again: after each of them all of its rows are looked at. */
const CROWD = 100

/** The last thing that goes wrong, and what went wrong before it. */
const casualtyOf = (flow: Flow, { plans }: FaultPlan, { points, complaints }: Run): Failure => {
  const name = (plan: Plan | undefined): string => `${(plan?.at ?? 0) + 1} ${points[plan?.at ?? 0]?.method}`
  const [last, before] = plans.toReversed()
  const casualty = { flow: flow.name, point: name(last), fault: last?.fault ?? 'throws', complaints } as const
  return before === undefined ? casualty : { ...casualty, after: `${name(before)} ${before.fault}` }
}

/**
 * Goes through the flows that an adapter has the methods for, and counts how each of their runs ended. Throws when a flow does not
 * even work undisturbed.
 */
export const countRuns = async (
  options: FaultMatrixOptions,
  work: (course: FlowRunner) => Promise<void>,
): Promise<FaultMatrixReport> => {
  const { adapter, only = () => true, flows = faultFlows } = options
  const provider = await startProvider()
  const report = { flows: 0, points: 0, scenarios: 0, survived: 0 }
  const casualties: Failure[] = []
  const begin = async (flow: Flow): Promise<void> => {
    await options.empty?.()
    const undisturbed = await runFlow(flow, options, provider.origin)
    if (undisturbed.complaints.length > 0) throw new Error(`${flow.name}: ${undisturbed.complaints.join('; ')}`)
    report.flows += 1
    report.points += undisturbed.points.length
    let runs = 0
    const run = async (plot: FaultPlan): Promise<Run> => {
      runs += 1
      if (runs % CROWD === 0) await options.empty?.()
      const ended = await runFlow(flow, options, provider.origin, plot)
      report.scenarios += 1
      if (ended.complaints.length === 0) report.survived += 1
      else casualties.push(casualtyOf(flow, plot, ended))
      return ended
    }
    await work({ flow, undisturbed, run })
  }
  try {
    for (const flow of flows) {
      const isPossible = flow.needs?.every((method) => typeof adapter[method] === 'function') ?? true
      if (only(flow.name) && isPossible) await begin(flow)
    }
  } finally {
    await provider.close()
  }
  return { ...report, failures: casualties }
}
