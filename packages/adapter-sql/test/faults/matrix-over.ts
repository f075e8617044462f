import { type Rows, runFaultMatrix } from '@gatehouse/testing/fault-matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, EngineKind, EngineServer } from '../engines.ts'
import { record } from './record.ts'

const rowsOf = async ({ query }: Engine, { quote }: EngineKind): Promise<Rows> => {
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

/** Runs the matrix of faults over one kind of engine. */
export const matrixOver = (kind: EngineKind): void => {
  const reason = kind.whyNot()
  describe(`over ${kind.name}`, () => {
    const name = 'every flow survives every fault at every call'
    if (reason !== null) return void test(name, ({ skip }) => skip(reason))
    let server: EngineServer
    let engine: Engine
    beforeAll(async () => {
      server = await kind.start()
      engine = await server.open()
    }, 60_000)
    afterAll(async () => {
      await engine.close()
      await server.close()
    })
    test(
      name,
      async () => {
        const report = await runFaultMatrix({ adapter: engine.adapter(), rows: () => rowsOf(engine, kind) })
        record(kind.name, report)
        expect(report.casualties).toEqual([])
      },
      300_000,
    )
  })
}
