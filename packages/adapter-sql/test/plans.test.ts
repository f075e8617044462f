import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SqlAdapter } from '../src/index.ts'
import { type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'

const ROWS = 2000
const later = new Date('2040-01-01T00:00:00Z')

/** Enough rows that a planner who could read a table from end to end would rather not. */
const fill = async (adapter: SqlAdapter, from = 0): Promise<void> => {
  await adapter.transaction(async (inner) => {
    for (let i = from; i < from + ROWS; i += 1) {
      const user = await inner.createUser?.({ id: `u${i}`, email: `e${i}@example.org`, emailVerified: null })
      const userId = user?.id ?? ''
      await inner.linkAccount?.({ provider: 'p', providerAccountId: `a${i}`, type: 'oidc', userId })
      await inner.createSession?.({ sessionToken: `t${i}`, userId, expires: later })
      await inner.createVerificationToken?.({ identifier: `i${i}`, token: `v${i}`, expires: later })
    }
  })
}

const calls: readonly (readonly [string, (adapter: SqlAdapter) => unknown])[] = [
  ['getSessionAndUser', (adapter) => adapter.getSessionAndUser('t7')],
  ['updateSession', (adapter) => adapter.updateSession({ sessionToken: 't7', expires: later })],
  ['deleteSession', (adapter) => adapter.deleteSession('t8')],
  ['listSessions', (adapter) => adapter.listSessions('u7')],
  ['deleteSessions', (adapter) => adapter.deleteSessions('u9')],
  ['getUser', (adapter) => adapter.getUser('u7')],
  ['getUserByEmail', (adapter) => adapter.getUserByEmail('e7@example.org')],
  ['getUserByAccount', (adapter) => adapter.getUserByAccount({ provider: 'p', providerAccountId: 'a7' })],
  ['listAccounts', (adapter) => adapter.listAccounts('u7')],
  ['updateAccount', (adapter) => adapter.updateAccount({ provider: 'p', providerAccountId: 'a7', scope: 'openid' })],
  ['useVerificationToken', (adapter) => adapter.useVerificationToken({ identifier: 'i7', token: 'v7' })],
  ['deleteVerificationTokens', (adapter) => adapter.deleteVerificationTokens('i9')],
  ['deleteExpired', (adapter) => adapter.deleteExpired({ limit: 10 })],
]

/** The steps of a plan that read a table from end to end. An empty table may be read so. */
const scans = (plan: readonly Record<string, unknown>[]): readonly unknown[] =>
  plan.filter(
    (row) =>
      row['type'] === 'ALL' ||
      (row['type'] === 'index' && row['rows'] !== 10) ||
      (typeof row['QUERY PLAN'] === 'string' && row['QUERY PLAN'].includes('Seq Scan')),
  )

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
    await fill(engine.adapter({ transactionTimeout: 60_000 }))
    const words = kind === engines.mariadb ? 'analyze table' : 'analyze'
    for (const table of ['users', 'accounts', 'sessions', 'verification_tokens'])
      await engine.query(`${words} ${table}`)
    adapter = engine.heard?.((sql, values) => said.push([sql, values])) ?? engine.adapter()
    await adapter.listAccounts('nobody')
    await adapter.getUser('nobody')
  }, 60_000)
  afterAll(async () => {
    if (reason !== null) return
    await engine.close()
    await server.close()
  })

  test.each(calls)('%s goes by an index in each of its statements', async (_name, call) => {
    said = []
    await call(adapter)
    const heard = said.filter(([sql]) => /^(?:select|update|delete)/i.test(sql) && !sql.includes('attempts'))
    expect(heard.length).toBeGreaterThan(0)
    for (const [sql, values] of heard)
      expect([sql, scans(await engine.query(`explain ${sql}`, values))]).toEqual([sql, []])
  })

  test('a session check is one statement', async () => {
    said = []
    expect(await adapter.getSessionAndUser('t11')).not.toBeNull()
    expect(said).toHaveLength(1)
  })
}

const servers = [engines.pg, engines.mariadb].map((kind) => [kind.name, kind] as const)

describe.each(servers)('%s with thousands of rows:', { timeout: 60_000 }, (_name, kind) => {
  plansOf(kind)
})
