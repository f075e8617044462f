import 'reflect-metadata'
import { postgresAdapter } from '@gatehouse/adapter-sql/postgres'
import { adapterContract } from '@gatehouse/testing'
import type { IdentityProvider } from '@gatehouse/testing/identity-provider'
import { type DatabaseServer, startPostgres } from '@gatehouse/testing/databases'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flows } from './flows.ts'
import { type SubjectKind, subjects } from './subjects.ts'
import { sessionOf, signIn, startProvider, worldOf } from './world.ts'

// Not UTC: some of these tables keep instants without a zone.
process.env['TZ'] = 'Europe/Berlin'

let server: DatabaseServer
let provider: IdentityProvider
beforeAll(async () => {
  ;[server, provider] = await Promise.all([startPostgres(), startProvider()])
}, 60_000)
afterAll(async () => {
  await Promise.all([server.close(), provider.close()])
})

/** These tables have no foreign keys from a session to its user, so that a session of nobody is not refused. */
const withoutKeys = ['@auth/pg-adapter']

/** These keep `expires_at` and counters in 32 bits, and have no place for a passkey's name. */
const narrow = ['@auth/drizzle-adapter', '@auth/prisma-adapter', '@auth/sequelize-adapter']
const needsRoom = [/account/i, /updateAuthenticatorCounter/, /what a passkey is called/]

const adoptable: readonly SubjectKind[] = subjects.filter(({ layout }) => layout !== undefined)

interface Rule {
  readonly rule: string
  readonly run: () => Promise<void>
}

const adopts = ({ name, layout, open }: SubjectKind) => {
  let pool: pg.Pool
  const ours = () => postgresAdapter({ pool, ...(layout === undefined ? {} : { layout }) })
  let before: Awaited<ReturnType<SubjectKind['open']>>
  beforeAll(async () => {
    const url = await server.createDatabase()
    before = await open(url)
    pool = new pg.Pool({ connectionString: url, max: 10 })
    pool.on('error', () => undefined)
  }, 60_000)
  afterAll(async () => {
    await Promise.all([before.close(), pool.end()])
  })

  test('whoever was signed in stays so, and is the same person at the next sign-in', async () => {
    const then = worldOf(before.adapter, provider)
    const browser = then.open()
    await signIn(browser, 'Local', 'Ada')
    const known = await before.adapter.getUserByEmail?.('ada@example.org')
    const token = browser.jar.list().find(({ name }) => name.endsWith('session-token'))?.value ?? ''
    const left = await before.adapter.getSessionAndUser?.(token)
    const adapter = ours()
    const found = await adapter.getSessionAndUser(token)
    expect(found?.user).toMatchObject({ id: String(known?.id), email: 'ada@example.org', name: 'Ada Lovelace' })
    expect(found?.session.expires).toEqual(left?.session.expires)
    expect(found?.session.expires.getTime()).toBeGreaterThan(Date.now())
    const now = worldOf(adapter, provider)
    const again = now.open()
    await signIn(again, 'Local', 'Ada')
    expect(await sessionOf(again)).toMatchObject({ user: { email: 'ada@example.org' } })
    expect(await adapter.getUserByEmail('ADA@example.org')).toMatchObject({ id: String(known?.id) })
    expect(await adapter.listSessions(String(known?.id))).toHaveLength(2)
    for (const { sessionToken } of await adapter.listSessions(String(known?.id))) {
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull()
      await adapter.deleteSession(sessionToken)
    }
    expect(await adapter.getSessionAndUser(token)).toBeNull()
  })

  test('what is kept of a new session opens nothing', async () => {
    const adapter = ours()
    const user = await adapter.getUserByEmail('ada@example.org')
    const [session, column] = [layout?.tables.sessions ?? '', layout?.columns.sessions?.['tokenHash'] ?? '']
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId: user?.id ?? '', expires: new Date('2040-01-01') })
    const { rows } = await pool.query<Record<string, string>>(`select "${column}" as kept from "${session}"`)
    expect(rows.length).toBeGreaterThan(0)
    for (const { kept = '' } of rows) {
      expect(kept).not.toBe(sessionToken)
      expect(await adapter.getSessionAndUser(kept)).toBeNull()
    }
    expect(await adapter.getSessionAndUser(sessionToken)).not.toBeNull()
  })

  test('people do all they did before', async () => {
    const world = worldOf(ours(), provider)
    for (const { run } of flows) await expect(run(world)).resolves.toBeUndefined()
  })

  const rules: Rule[] = []
  adapterContract({
    test: (rule, run) => rules.push({ rule, run }),
    rounds: 5,
    make: () => ({ adapter: ours() }),
    without: ['hashes-at-rest', ...(withoutKeys.includes(name) ? (['cascade'] as const) : [])],
  })
  const fitting = rules.filter(({ rule }) => !narrow.includes(name) || !needsRoom.some((words) => words.test(rule)))

  test.each(fitting)('and the contract is kept: $rule', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
}

describe.each(adoptable.map((kind) => [kind.name, kind] as const))(
  'the tables of %s are adopted:',
  { timeout: 60_000 },
  (_name, kind) => {
    adopts(kind)
  },
)
