import type { Page } from '@authwright/testing'
import type { Fault, Point } from './faults.ts'
import { ProcessDied, type Plan } from './faulty-adapter.ts'
import type { Flow, Trial } from './flow.ts'
import { hasFailed, checkResponse, checkResponses, checkEnd } from './check.ts'
import type { FaultMatrixOptions } from './options.ts'
import { setUpFaults, type FaultSetup } from './fault-setup.ts'

/** The result of one run of a flow. */
export interface Run {
  /** The watched calls. */
  readonly points: readonly Point[]
  /** How many of them the request under test made. */
  readonly acted: number
  /** What the next request depends on: the response, the writes, and the late writes. */
  readonly left: string
  readonly complaints: readonly string[]
}

/** The faults of a run. */
export interface FaultPlan {
  readonly plans: readonly Plan[]
  /** Whether faults also occur in the user's second try. If so, the user tries a third time. */
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

/** The fault that the checks must know: nothing can detect a stale replica. */
const faultOf = ({ plans }: FaultPlan): Fault | undefined =>
  plans.find(({ fault }) => fault === 'finds nothing')?.fault ?? plans.at(-1)?.fault

/** The name of a cookie without its random part. */
const nameOf = (line: string): string => (line.split('=')[0] ?? '').split('.').slice(0, 2).join('.')

const leftBy = (page: Page | undefined, { faulty }: FaultSetup, { plans }: FaultPlan): string => {
  const cookies = page?.headers.getSetCookie().map((line) => [nameOf(line), line.includes('Max-Age=0')])
  const late = plans.filter(({ fault }) => fault === 'completes very late').map(({ at }) => at)
  const where = [page?.status, page?.location?.pathname, page?.location?.searchParams.get('error')]
  return JSON.stringify([where, cookies, faulty.written, late])
}

/** The user tries again until no fault remains, and once more after a very late write, which can undo the result. */
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

/** Runs a flow once, with or without faults. */
export const runFlow = async (
  flow: Flow,
  { adapter, rows, config }: FaultMatrixOptions,
  issuer: string,
  faultPlan: FaultPlan = { plans: [], isLong: false },
): Promise<Run> => {
  const { plans } = faultPlan
  const fault = faultOf(faultPlan)
  const setup = setUpFaults(adapter, issuer, flow.strategy, config)
  const { faulty } = setup
  const trial = await flow.prepare(setup)
  setup.errors.length = 0
  faulty.watch(plans)
  const page = await whileAlive(trial.act)
  faulty.recover()
  const acted = faulty.points.length
  const left = leftBy(page, setup, faultPlan)
  const complaints = [...checkResponse(flow, page, setup, fault)]
  const failed = hasFailed(flow, page)
  if (plans.length === 0 && failed) complaints.push('it fails without faults')
  await finish(trial, setup, failed, faultPlan)
  const ended = await checkEnd(trial, fault, await rows?.())
  return { points: faulty.points, acted, left, complaints: [...complaints, ...checkResponses(setup), ...ended] }
}
