import type { AuthConfig } from '@gatehouse/core'
import type { Adapter } from '@gatehouse/core/adapters'
import { type Fault, faultsAt, type Point } from './fault-matrix/faults.ts'
import { ProcessDied, type Plan } from './fault-matrix/faulty-adapter.ts'
import type { Flow } from './fault-matrix/flow.ts'
import { mailFlows } from './fault-matrix/flows/mail.ts'
import { oauthFlows } from './fault-matrix/flows/oauth.ts'
import { sessionFlows } from './fault-matrix/flows/session.ts'
import { hasFailed, judgeAnswer, judgeEnd } from './fault-matrix/judge.ts'
import { startProvider } from './fault-matrix/provider.ts'
import { makeWorld, type Rows } from './fault-matrix/world.ts'
import type { Page } from './page/page.ts'

export { faults, type Fault, type Point } from './fault-matrix/faults.ts'
export type { Flow, Trial } from './fault-matrix/flow.ts'
export type { Rows, World } from './fault-matrix/world.ts'

/** The adapter that is put to the test. One store serves the whole matrix: everybody in it is somebody new. */
export interface FaultMatrixOptions {
  readonly adapter: Adapter
  /** What is stored, for looking at when all is over. Without it users are counted by the adapter's own word. */
  readonly rows?: () => Rows | PromiseLike<Rows>
  /** Whether a flow is run. @default all that the adapter has the methods for */
  readonly only?: (flow: string) => boolean
  /** What is done. @default everything that this library can do without an authenticator */
  readonly flows?: readonly Flow[]
  /** What flows of one's own need of the config, such as their providers. */
  readonly config?: Partial<AuthConfig>
}

/** One fault at one call of one flow that did not end well. */
export interface Casualty {
  readonly flow: string
  /** The call, by its place and name, such as `3 linkAccount`. */
  readonly point: string
  readonly fault: Fault
  readonly complaints: readonly string[]
}

/** What came of a matrix. */
export interface FaultMatrixReport {
  readonly flows: number
  /** Calls of the adapter in all flows together. */
  readonly points: number
  /** Faults at points: how often a flow was run with something going wrong. */
  readonly scenarios: number
  readonly survived: number
  readonly casualties: readonly Casualty[]
}

const allFlows: readonly Flow[] = [...oauthFlows, ...mailFlows, ...sessionFlows]

interface Run {
  readonly points: readonly Point[]
  readonly complaints: readonly string[]
}

const whileAlive = async (act: () => Promise<Page>): Promise<Page | undefined> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ProcessDied) return undefined
    throw error
  }
}

/** A flow once through, with something going wrong or nothing. */
const runFlow = async (
  flow: Flow,
  { adapter, rows, config }: FaultMatrixOptions,
  issuer: string,
  plan?: Plan,
): Promise<Run> => {
  const world = makeWorld(adapter, issuer, flow.strategy, config)
  const trial = await flow.prepare(world)
  world.errors.length = 0
  world.time.takeWaited()
  world.stage.watch(plan)
  const page = await whileAlive(trial.act)
  world.stage.recover()
  const answered = [...judgeAnswer(flow, page, world, plan?.fault)]
  if (plan === undefined && hasFailed(flow, page)) answered.push('it fails undisturbed')
  await world.stage.settleLate('late')
  await trial.repeat(hasFailed(flow, page), plan?.fault)
  await world.stage.settleLate('very late')
  // What was done so late may have undone what was right by then; whoever tries again comes in.
  if (plan?.fault === 'is done very late') await trial.repeat(false, plan.fault)
  const ended = await judgeEnd(trial, plan?.fault, await rows?.())
  return { points: world.stage.points, complaints: [...answered, ...ended] }
}

/**
 * Runs every flow with every fault at every call that it makes of an adapter, and counts what was survived: whoever tries again
 * comes in, there is one of each user, nobody is signed out by an outage, and nobody waits longer than ten seconds. Throws when a
 * flow does not even work undisturbed.
 *
 * @example
 * const report = await runFaultMatrix({ adapter: memoryAdapter() })
 * report.casualties // []
 */
export const runFaultMatrix = async (options: FaultMatrixOptions): Promise<FaultMatrixReport> => {
  const provider = await startProvider()
  const report = { flows: 0, points: 0, scenarios: 0, survived: 0 }
  const casualties: Casualty[] = []
  const { adapter, only = () => true, flows = allFlows } = options
  try {
    for (const flow of flows) {
      if (!only(flow.name) || flow.needs?.some((method) => typeof adapter[method] !== 'function') === true) continue
      const undisturbed = await runFlow(flow, options, provider.origin)
      if (undisturbed.complaints.length > 0) throw new Error(`${flow.name}: ${undisturbed.complaints.join('; ')}`)
      report.flows += 1
      report.points += undisturbed.points.length
      for (const point of undisturbed.points) {
        for (const fault of faultsAt(point)) {
          const { complaints } = await runFlow(flow, options, provider.origin, { at: point.index, fault })
          report.scenarios += 1
          if (complaints.length === 0) report.survived += 1
          else casualties.push({ flow: flow.name, point: `${point.index + 1} ${point.method}`, fault, complaints })
        }
      }
    }
  } finally {
    await provider.close()
  }
  return { ...report, casualties }
}
