import type { Adapter } from '@gatehouse/core/adapters'
import { type FaultMatrixOptions, type Rows, runFaultMatrix } from '@gatehouse/testing/fault-matrix'
import { describe, expect, test } from 'vitest'
import { everyFlowOver } from '../../../core/test/faults/every-flow.ts'
import { tables } from '../databases.ts'
import type { Engine, EngineKind } from '../engines.ts'
import { record } from './record.ts'

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

/** Runs the matrix of faults over one kind of engine, with all flows or some. */
export const matrixOver = (kind: Subject, only: (flow: string) => boolean = () => true): void => {
  describe(`over ${kind.name}`, () => {
    test('every flow survives every fault at every call', { timeout: 900_000 }, async ({ skip }) => {
      const reason = kind.whyNot()
      if (reason !== null) return skip(reason)
      const report = await withDatabase(kind, (options) => runFaultMatrix({ ...options, only }))
      record(kind.name, report)
      expect(report.casualties).toEqual([])
    })
  })
}
