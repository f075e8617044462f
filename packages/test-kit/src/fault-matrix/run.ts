import type { Page } from '@authwright/testing'
import type { Fault, Point } from './faults.ts'
import { ProcessDied, type Plan } from './faulty-adapter.ts'
import type { Flow, Trial } from './flow.ts'
import { hasFailed, checkResponse, checkResponses, checkEnd } from './check.ts'
import type { FaultMatrixOptions } from './options.ts'
import { setUpFaults, type FaultSetup } from './setup.ts'

/** What happened when a flow was run once. */
export interface Run {
  /** The calls that were watched. */
  readonly points: readonly Point[]
  /** How many of them belong to the request under test. */
  readonly acted: number
  /** What the next request depends on: the answer, what was written, and what will be written only then. */
  readonly left: string
  readonly complaints: readonly string[]
}

/** What goes wrong, and how long. */
export interface FaultPlan {
  readonly plans: readonly Plan[]
  /** Whether the person's next try is watched as well; if it is, they try a third time. */
  readonly isLong: boolean
}

const whileAlive = async <Value>(act: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ProcessDied) return undefined
    throw error
  }
}

/** The fault that the judges have to know of: only of a copy that is behind nobody can say that it is. */
const faultOf = ({ plans }: FaultPlan): Fault | undefined =>
  plans.find(({ fault }) => fault === 'finds nothing')?.fault ?? plans.at(-1)?.fault

/** The name of a cookie without the part that is another one each time. */
const nameOf = (line: string): string => (line.split('=')[0] ?? '').split('.').slice(0, 2).join('.')

const leftBy = (page: Page | undefined, { faulty }: FaultSetup, { plans }: FaultPlan): string => {
  const cookies = page?.headers.getSetCookie().map((line) => [nameOf(line), line.includes('Max-Age=0')])
  const late = plans.filter(({ fault }) => fault === 'completes very late').map(({ at }) => at)
  const where = [page?.status, page?.location?.pathname, page?.location?.searchParams.get('error')]
  return JSON.stringify([where, cookies, faulty.written, late])
}

/** The person tries again until nothing is in the way; what was done so late may have undone what was right by then. */
const finish = async (
  trial: Trial,
  { faulty }: FaultSetup,
  failed: boolean,
  { plans, isLong }: FaultPlan,
): Promise<void> => {
  const fault = faultOf({ plans, isLong })
  await faulty.completeLate('late')
  if (!isLong) faulty.rest()
  await whileAlive(() => trial.repeat(failed, fault))
  faulty.recover()
  faulty.rest()
  await faulty.completeLate('late')
  if (isLong) await trial.repeat(true, fault)
  await faulty.completeLate('very late')
  if (plans.some((plan) => plan.fault === 'completes very late')) await trial.repeat(false, fault)
}

/** A flow once through, with something going wrong or nothing. */
export const runFlow = async (
  flow: Flow,
  { adapter, rows, config }: FaultMatrixOptions,
  issuer: string,
  plot: FaultPlan = { plans: [], isLong: false },
): Promise<Run> => {
  const { plans } = plot
  const fault = faultOf(plot)
  const setup = setUpFaults(adapter, issuer, flow.strategy, config)
  const { faulty } = setup
  const trial = await flow.prepare(setup)
  setup.errors.length = 0
  faulty.watch(plans)
  const page = await whileAlive(trial.act)
  faulty.recover()
  const acted = faulty.points.length
  const left = leftBy(page, setup, plot)
  const answered = [...checkResponse(flow, page, setup, fault)]
  const failed = hasFailed(flow, page)
  if (plans.length === 0 && failed) answered.push('it fails undisturbed')
  await finish(trial, setup, failed, plot)
  const ended = await checkEnd(trial, fault, await rows?.())
  return { points: faulty.points, acted, left, complaints: [...answered, ...checkResponses(setup), ...ended] }
}
