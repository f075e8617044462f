import type { Adapter } from '@authwright/core/adapters'
import { type FaultMatrixOptions, type Rows, runFaultMatrix } from '@authwright/test-kit/fault-matrix'
import { expect, test } from 'vitest'
import { everyFlowOver } from '@authwright/test-kit/fault-matrix/every-flow'
import { tables } from '../databases.ts'
import type { Engine, EngineKind } from '../engines.ts'
import { leavesSomething } from '@authwright/test-kit/fault-matrix/leaves-something'
import { isMainFlow, record } from '@authwright/test-kit/fault-matrix/record'

/** An open database; one without transactions will do. */
export interface Opened extends Pick<Engine, 'query' | 'close'> {
  readonly adapter: () => Adapter
}

/** What the matrix is run over. */
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

/** Gives work every flow over an empty database of one kind. */
export const withDatabase = async <Value>(
  kind: Subject,
  work: (options: FaultMatrixOptions) => Promise<Value>,
): Promise<Value> => {
  const server = await kind.start()
  try {
    const engine = await server.open()
    const adapter = engine.adapter()
    // The tables are made by the first question.
    await adapter.getUser?.('nobody')
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
  /** What survives what. */
  readonly rule: string
  readonly row: string
}

const partOver = (kind: Subject, { rule, row, ...part }: Part): void => {
  test(`over ${kind.name} ${rule}`, { timeout: 900_000 }, async ({ skip }) => {
    const reason = kind.whyNot()
    if (reason !== null) return skip(reason)
    const report = await withDatabase(kind, (options) => runFaultMatrix({ ...options, ...part }))
    record(row, report)
    expect(report.casualties).toEqual([])
  })
}

/** Runs the matrix of faults over one kind of engine. */
export const matrixOver = (kind: Subject): void =>
  partOver(kind, { rule: 'every flow survives every fault at every call', row: kind.name })

/**
 * The same over an engine that takes several times as long, by another client of which all faults are run: what people do most with all faults,
 * the other flows with those that leave something else in the database.
 */
export const matrixOverSlow = (kind: Subject): void => {
  partOver(kind, {
    rule: 'what people do most survives every fault at every call',
    row: kind.name,
    only: isMainFlow,
  })
  partOver(kind, {
    rule: 'the other flows survive every write that is lost, late or undone',
    row: `${kind.name}, other flows, write faults`,
    only: (flow) => !isMainFlow(flow),
    pick: leavesSomething,
  })
}
