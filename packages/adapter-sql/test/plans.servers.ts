import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { tables } from './databases.ts'
import { type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'
import { cascades, explain, scans } from './plans/explain.ts'
import { addPeople, calls } from './plans/calls.ts'
import { addCrowd } from './plans/crowd.ts'

/** What looks rows up. An insert has keys alone to look at, and MariaDB explains none. */
const isLookUp = (kind: EngineKind, sql: string): boolean =>
  kind === engines.mariadb ? /^(?:select|update|delete)/i.test(sql) : /^(?:select|update|delete|insert)/i.test(sql)

const plansOf = (kind: EngineKind) => {
  const reason = kind.whyNot()
  let server: EngineServer
  let engine: Engine
  let adapter: SqlAdapter
  let said: (readonly [string, readonly unknown[]])[] = []
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    server = await kind.start()
    engine = await server.open()
    await addPeople(engine.adapter())
    await addCrowd(engine, kind)
    const words = kind === engines.mariadb ? 'analyze table' : 'analyze'
    for (const table of tables) await engine.query(`${words} ${table}`)
    adapter = engine.heard((sql, values) => said.push([sql, values]))
    // The columns of the tables are looked at once.
    await adapter.listAccounts('nobody')
    await adapter.getUser('nobody')
    await adapter.listAuthenticatorsByUserId('nobody')
  }, 60_000)
  afterAll(async () => {
    if (reason !== null) return
    await engine.close()
    await server.close()
  })

  test.each(Object.entries(calls))('%s goes by an index in each of its statements', async (_name, call) => {
    said = []
    await call(adapter)
    const heard = said.filter(([sql]) => isLookUp(kind, sql))
    expect(said.length).toBeGreaterThan(0)
    for (const [sql, values] of heard) expect([sql, scans(await explain(engine, kind, sql, values))]).toEqual([sql, []])
  })

  test('rows that go with their user are found by an index', async () => {
    const statements = await cascades(engine, kind)
    expect(statements.map(({ table }) => table).toSorted()).toEqual(['accounts', 'authenticators', 'sessions'])
    for (const { sql } of statements) expect([sql, scans(await explain(engine, kind, sql, ['u7']))]).toEqual([sql, []])
  })

  test('a statement without an index is found out', async () => {
    const { quote } = kind
    const sql = `select * from ${quote('accounts')} where ${quote('scope')} = 'openid'`
    expect(scans(await explain(engine, kind, sql, []))).not.toEqual([])
  })
}

const servers = [engines.pg, engines.mariadb, engines.sqlite].map((kind) => [kind.name, kind] as const)

describe.each(servers)('%s with thousands of rows:', { timeout: 60_000 }, (_name, kind) => {
  plansOf(kind)
})
