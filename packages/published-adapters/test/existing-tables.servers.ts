import 'reflect-metadata'
import { adapterContract } from '@authwright/testing'
import type { IdentityProvider } from '@authwright/testing/identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ExistingTables, openExistingTables } from './existing-tables.ts'
import { flows } from './flows.ts'
import { openServers, whyNot } from './servers.ts'
import { allSubjects, type Subject, type SubjectKind } from './subjects.ts'
import { sessionOf, signIn, startProvider, worldOf } from './world.ts'

// Not UTC: some of these tables keep instants without a zone.
process.env['TZ'] = 'Europe/Berlin'

const servers = openServers()
let provider: IdentityProvider
beforeAll(async () => {
  provider = await startProvider()
}, 60_000)
afterAll(async () => {
  await Promise.all([servers.close(), provider.close()])
})

/** These tables have no foreign keys from a session to its user, so that a session of nobody is not refused. */
const withoutKeys = ({ name }: SubjectKind) => (/pg|neon|d1/.test(name) ? (['cascade'] as const) : [])

const withoutTransactions = ({ store }: SubjectKind) => (/D1/.test(store) ? (['transactions'] as const) : [])

/** These keep `expires_at` and counters in 32 bits, and have no place for a passkey's name. */
const narrow = ['@auth/drizzle-adapter', '@auth/prisma-adapter', '@auth/sequelize-adapter']
const needsRoom = [/account/i, /updateAuthenticatorCounter/, /what a passkey is called/]

/** Whether its tables have room for what a rule stores. Drizzle's instants end in 2038 on MariaDB. */
const fits = ({ name, store }: SubjectKind, rule: string): boolean =>
  !(narrow.includes(name) && needsRoom.some((words) => words.test(rule))) &&
  !(name === '@auth/drizzle-adapter' && store === 'MariaDB' && rule.includes('after 2038'))

const adoptable: readonly SubjectKind[] = allSubjects.filter(({ schema: schema }) => schema !== undefined)

interface Rule {
  readonly rule: string
  readonly run: () => Promise<void>
}

const adopts = (kind: SubjectKind) => {
  const { schema: schema } = kind
  let before: Subject
  let adopted: ExistingTables
  const ours = () => adopted.ours()
  const reason = whyNot(kind)
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    const url = await servers.databaseFor(kind)
    before = await kind.open(url)
    adopted = openExistingTables(kind, url, before)
  }, 60_000)
  afterAll(async () => {
    await adopted?.close()
    await before?.close()
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
    const [session, column] = [schema?.tables.sessions ?? '', schema?.columns.sessions?.['tokenHash'] ?? '']
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId: user?.id ?? '', expires: new Date('2037-01-01') })
    const rows = await adopted.read(`select "${column}" as kept from "${session}"`)
    expect(rows.length).toBeGreaterThan(0)
    for (const kept of rows.map((row) => String(row['kept']))) {
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
  let shared: ReturnType<ExistingTables['ours']> | undefined
  adapterContract({
    test: (rule, run) => rules.push({ rule, run }),
    // The races are those of the engine, which has tests of its own.
    rounds: 2,
    make: () => ({ adapter: (shared ??= ours()) }),
    without: ['hashes-at-rest', ...withoutKeys(kind), ...withoutTransactions(kind)],
  })
  const fitting = rules.filter(({ rule }) => fits(kind, rule))

  test.each(fitting)('and the contract is kept: $rule', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  // Last: TypeORM's, which makes its tables by itself, drops our indexes when it is asked.
  test('the published adapter reads the people that ours has written', async () => {
    const emailVerified = new Date('2030-05-06T07:08:09Z')
    const alan = { name: 'Alan', email: 'alan@example.org', emailVerified }
    const { id } = await ours().createUser({ ...alan, id: crypto.randomUUID() })
    const read = await before.adapter.getUserByEmail?.(alan.email)
    expect({ ...read, id: String(read?.id) }).toMatchObject({ ...alan, id })
  })
}

describe.each(adoptable.map((kind) => [kind.name, kind.store, kind] as const))(
  'the tables of %s on %s are adopted:',
  { timeout: 60_000 },
  (_name, _store, kind) => {
    adopts(kind)
  },
)
