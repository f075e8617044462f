import type { Flow } from './flow.ts'
import { addressFlows } from './flows/address.ts'
import { mailFlows } from './flows/mail.ts'
import { oauthFlows } from './flows/oauth.ts'
import { sessionFlows } from './flows/session.ts'
import type { Failure, FaultMatrixOptions, FaultMatrixReport } from './options.ts'
import type { Plan } from './faulty-adapter.ts'
import { startProvider } from './provider.ts'
import { type FaultPlan, type Run, runFlow } from './run.ts'

/** Every flow without passkeys. */
export const faultFlows: readonly Flow[] = [...oauthFlows, ...mailFlows, ...sessionFlows, ...addressFlows]

/** Runs one flow repeatedly. */
export interface FlowRunner {
  readonly flow: Flow
  readonly faultless: Run
  /** Runs the flow with faults and counts the result. */
  readonly run: (faultPlan: FaultPlan) => Promise<Run>
}

/** The store is emptied after so many runs, because each run reads all rows. */
const RUNS_PER_STORE = 100

/** The last fault and the one before it. */
const failureOf = (flow: Flow, { plans }: FaultPlan, { points, complaints }: Run): Failure => {
  const name = (plan: Plan | undefined): string => `${(plan?.at ?? 0) + 1} ${points[plan?.at ?? 0]?.method}`
  const [last, before] = plans.toReversed()
  const failure = { flow: flow.name, point: name(last), fault: last?.fault ?? 'throws', complaints } as const
  return before === undefined ? failure : { ...failure, after: `${name(before)} ${before.fault}` }
}

/** Runs every flow that the adapter has the methods for. Counts the results. Throws if a flow fails without faults. */
export const countRuns = async (
  options: FaultMatrixOptions,
  work: (runner: FlowRunner) => Promise<void>,
): Promise<FaultMatrixReport> => {
  const { adapter, only = () => true, flows = faultFlows } = options
  const provider = await startProvider()
  const report = { flows: 0, points: 0, scenarios: 0, survived: 0 }
  const failures: Failure[] = []
  const begin = async (flow: Flow): Promise<void> => {
    await options.empty?.()
    const faultless = await runFlow(flow, options, provider.origin)
    if (faultless.complaints.length > 0) throw new Error(`${flow.name}: ${faultless.complaints.join('; ')}`)
    report.flows += 1
    report.points += faultless.points.length
    let runs = 0
    const run = async (faultPlan: FaultPlan): Promise<Run> => {
      runs += 1
      if (runs % RUNS_PER_STORE === 0) await options.empty?.()
      const ended = await runFlow(flow, options, provider.origin, faultPlan)
      report.scenarios += 1
      if (ended.complaints.length === 0) report.survived += 1
      else failures.push(failureOf(flow, faultPlan, ended))
      return ended
    }
    await work({ flow, faultless, run })
  }
  try {
    for (const flow of flows) {
      const isPossible = flow.needs?.every((method) => typeof adapter[method] === 'function') ?? true
      if (only(flow.name) && isPossible) await begin(flow)
    }
  } finally {
    await provider.close()
  }
  return { ...report, failures }
}
