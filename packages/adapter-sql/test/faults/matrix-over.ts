import type { Adapter } from '@authwright/core/adapters'
import { type FaultMatrixOptions, type Rows, runFaultMatrix } from '@authwright/test-kit/fault-matrix'
import { expect, test } from 'vitest'
import { everyFlowOver } from '@authwright/test-kit/fault-matrix/every-flow'
import { tables } from '../databases.ts'
import type { Engine, EngineKind } from '../engines.ts'
import { leavesSomething } from '@authwright/test-kit/fault-matrix/leaves-something'
import { isMainFlow, record } from '@authwright/test-kit/fault-matrix/record'

/** An open database, with or without transactions. */
export interface Opened extends Pick<Engine, 'query' | 'close'> {
  readonly adapter: () => Adapter
}

/** A database for the fault matrix. */
export interface Subject extends Pick<EngineKind, 'name' | 'quote' | 'whyNot'> {
  readonly start: () => Promise<{ readonly open: () => Promise<Opened>; readonly close: () => Promise<void> }>
}

const rowsOf = async ({ query }: Opened, { quote }: Subject): Promise<Rows> => {
  const read = async (columns: readonly string[], table: string): Promise<Record<string, string>[]> => {
    const rows = await query(`select ${columns.map(quote).join(', ')} from ${table}`)
    return rows.map((row) => Object.fromEntries(columns.map((column) => [column, String(row[column])])))
  }
  const [users, accounts, sessions] = await Promise.all([
    read(['id', 'email'], 'users'),
    read(['providerAccountId', 'userId'], 'accounts'),
    read(['userId'], 'sessions'),
  ])
  return { users, accounts, sessions } as unknown as Rows
}

/** Runs `work` with every flow over an empty database. */
export const withDatabase = async <Value>(
  kind: Subject,
  work: (options: FaultMatrixOptions) => Promise<Value>,
): Promise<Value> => {
  const server = await kind.start()
  try {
    const engine = await server.open()
    const adapter = engine.adapter()
    // The first call creates the tables.
    await adapter.getUser?.('absent')
    const empty = async (): Promise<void> => {
      for (const table of tables.toReversed()) await engine.query(`delete from ${table}`)
    }
    const value = await work({ ...everyFlowOver(adapter), rows: () => rowsOf(engine, kind), empty })
    await engine.close()
    return value
  } finally {
    await server.close()
  }
}

type Part = Pick<FaultMatrixOptions, 'only' | 'pick'> & {
  /** The rule, as the name of the test. */
  readonly rule: string
  readonly row: string
}

const partOver = (kind: Subject, { rule, row, ...part }: Part): void => {
  test(`over ${kind.name} ${rule}`, { timeout: 900_000 }, async ({ skip }) => {
    const reason = kind.whyNot()
    if (reason !== null) return skip(reason)
    const report = await withDatabase(kind, (options) => runFaultMatrix({ ...options, ...part }))
    record(row, report)
    expect(report.failures).toEqual([])
  })
}

/** Runs the fault matrix over an engine. */
export const matrixOver = (kind: Subject): void =>
  partOver(kind, { rule: 'every flow survives every fault at every call', row: kind.name })

/**
 * Runs a part of the fault matrix over a slow engine that has another client with the whole matrix: the main flows with all
 * faults, the other flows with the faults that leave other rows.
 */
export const matrixOverSlow = (kind: Subject): void => {
  partOver(kind, {
    rule: 'the main flows survive every fault at every call',
    row: kind.name,
    only: isMainFlow,
  })
  partOver(kind, {
    rule: 'the other flows survive every write that is lost, late or rolled back',
    row: `${kind.name}, other flows, write faults`,
    only: (flow) => !isMainFlow(flow),
    pick: leavesSomething,
  })
}
