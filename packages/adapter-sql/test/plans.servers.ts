import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { tables } from './databases.ts'
import { type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'
import { cascades, explain, scans } from './plans/explain.ts'
import { addUsers, calls } from './plans/calls.ts'
import { addRows } from './plans/rows.ts'

/** Whether a statement looks rows up. MariaDB does not explain inserts, which search unique keys only. */
const isLookup = (kind: EngineKind, sql: string): boolean =>
  kind === engines.mariadb ? /^(?:select|update|delete)/i.test(sql) : /^(?:with|select|update|delete|insert)/i.test(sql)

const defineTests = (kind: EngineKind) => {
  const reason = kind.whyNot()
  let server: EngineServer
  let engine: Engine
  let adapter: SqlAdapter
  let executed: (readonly [string, readonly unknown[]])[] = []
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    server = await kind.start()
    engine = await server.open()
    await addUsers(engine.adapter())
    await addRows(engine, kind)
    const command = kind === engines.mariadb ? 'analyze table' : 'analyze'
    for (const table of tables) await engine.query(`${command} ${table}`)
    adapter = engine.recorded((sql, values) => executed.push([sql, values]))
    // The first calls also read the columns of the tables.
    await adapter.listAccounts('absent')
    await adapter.getUser('absent')
    await adapter.listAuthenticatorsByUserId('absent')
  }, 60_000)
  afterAll(async () => {
    if (reason !== null) return
    await engine.close()
    await server.close()
  })

  test.each(Object.entries(calls))('%s uses an index in each of its statements', async (_name, call) => {
    executed = []
    await call(adapter)
    const lookups = executed.filter(([sql]) => isLookup(kind, sql))
    expect(executed.length).toBeGreaterThan(0)
    for (const [sql, values] of lookups)
      expect([sql, scans(await explain(engine, kind, sql, values))]).toEqual([sql, []])
  })

  test('finds the rows that are deleted with their user by an index', async () => {
    const statements = await cascades(engine, kind)
    expect(statements.map(({ table }) => table).toSorted()).toEqual(['accounts', 'authenticators', 'sessions'])
    for (const { sql } of statements) expect([sql, scans(await explain(engine, kind, sql, ['u7']))]).toEqual([sql, []])
  })

  test('detects a statement without an index', async () => {
    const { quote } = kind
    const sql = `select * from ${quote('accounts')} where ${quote('scope')} = 'openid'`
    expect(scans(await explain(engine, kind, sql, []))).not.toEqual([])
  })
}

const servers = [engines.pg, engines.mariadb, engines.sqlite].map((kind) => [kind.name, kind] as const)

describe.each(servers)('%s with thousands of rows', { timeout: 60_000 }, (_name, kind) => {
  defineTests(kind)
})
