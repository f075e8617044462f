import type { Adapter } from '@authwright/core/adapters'
import type { Flow, Rows, World } from '@authwright/test-kit/fault-matrix'
import { everyFlowOver } from '@authwright/test-kit/fault-matrix/every-flow'
import { hasFailed, judgeAnswer, judgeAnswers, judgeEnd } from '@authwright/test-kit/fault-matrix/judge'
import { makeWorld } from '@authwright/test-kit/fault-matrix/setup'

/** What happens to a database while one request is answered. */
export interface Outage {
  readonly begin: (world: World) => unknown
  readonly end: () => unknown
}

/** A database to which something happens. */
export interface Ground {
  readonly adapter: Adapter
  readonly rows: () => Promise<Rows>
  /** By what happens. */
  readonly outages: Readonly<Record<string, Outage>>
  readonly close: () => Promise<void>
}

/** What came of a request during an outage. */
export interface Endured {
  readonly failed: boolean
  readonly complaints: readonly string[]
}

/** Every flow over a database. */
export const flowsOver = ({ adapter }: Pick<Ground, 'adapter'>): readonly Flow[] => everyFlowOver(adapter).flows ?? []

/** A flow whose request comes during an outage, and which is tried again after it; judged by the rules of the matrix. */
export const endure = async (
  flow: Flow,
  { adapter, rows }: Ground,
  issuer: string,
  outage: Outage,
): Promise<Endured> => {
  const world = makeWorld(adapter, issuer, flow.strategy, everyFlowOver(adapter).config)
  const trial = await flow.prepare(world)
  world.errors.length = 0
  await outage.begin(world)
  const page = await trial.act()
  await outage.end()
  const failed = hasFailed(flow, page)
  const answered = judgeAnswer(flow, page, world, undefined)
  await trial.repeat(failed, undefined)
  const ended = await judgeEnd(trial, undefined, await rows())
  return { failed, complaints: [...answered, ...judgeAnswers(world), ...ended] }
}
