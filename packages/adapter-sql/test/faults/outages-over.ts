import type { Adapter } from '@authwright/core/adapters'
import type { Flow, Rows, FaultSetup } from '@authwright/test-kit/fault-matrix'
import { everyFlowOver } from '@authwright/test-kit/fault-matrix/every-flow'
import { hasFailed, checkResponse, checkResponses, checkEnd } from '@authwright/test-kit/fault-matrix/check'
import { setUpFaults } from '@authwright/test-kit/fault-matrix/fault-setup'

/** A fault of a database during one request. */
export interface Outage {
  readonly begin: (setup: FaultSetup) => unknown
  readonly end: () => unknown
}

/** A database with outages. */
export interface OutageDatabase {
  readonly adapter: Adapter
  readonly rows: () => Promise<Rows>
  /** By name. */
  readonly outages: Readonly<Record<string, Outage>>
  readonly close: () => Promise<void>
}

/** The result of a request during an outage. */
export interface OutageResult {
  readonly failed: boolean
  readonly complaints: readonly string[]
}

/** Every flow over a database. */
export const flowsOver = ({ adapter }: Pick<OutageDatabase, 'adapter'>): readonly Flow[] =>
  everyFlowOver(adapter).flows ?? []

/** Runs a flow's request during an outage and repeats it afterwards. Checks the rules of the fault matrix. */
export const runDuringOutage = async (
  flow: Flow,
  { adapter, rows }: OutageDatabase,
  issuer: string,
  outage: Outage,
): Promise<OutageResult> => {
  const setup = setUpFaults(adapter, issuer, flow.strategy, everyFlowOver(adapter).config)
  const trial = await flow.prepare(setup)
  setup.errors.length = 0
  await outage.begin(setup)
  const page = await trial.act()
  await outage.end()
  const failed = hasFailed(flow, page)
  const complaints = checkResponse(flow, page, setup, undefined)
  await trial.repeat(failed, undefined)
  const ended = await checkEnd(trial, undefined, await rows())
  return { failed, complaints: [...complaints, ...checkResponses(setup), ...ended] }
}
