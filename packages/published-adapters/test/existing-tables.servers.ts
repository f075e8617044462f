import 'reflect-metadata'
import { adapterContract } from '@authwright/testing'
import type { IdentityProvider } from '@authwright/testing/identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ExistingTables, openExistingTables } from './existing-tables.ts'
import { flows } from './flows.ts'
import { openServers, whyNot } from './servers.ts'
import { allSubjects, type Subject, type SubjectKind } from './subjects.ts'
import { sessionOf, signIn, startProvider, makeSetup } from './setup.ts'

// A time zone that is not UTC: some of these tables store instants without a zone.
process.env['TZ'] = 'Europe/Berlin'

const servers = openServers()
let provider: IdentityProvider
beforeAll(async () => {
  provider = await startProvider()
}, 60_000)
afterAll(async () => {
  await Promise.all([servers.close(), provider.close()])
})

/** Without foreign keys, a session of an unknown user is not refused. */
const withoutKeys = ({ name }: SubjectKind) => (/pg|neon|d1/.test(name) ? (['cascade'] as const) : [])

const withoutTransactions = ({ store }: SubjectKind) => (/D1/.test(store) ? (['transactions'] as const) : [])

/** The tables of these adapters store `expires_at` and counters in 32 bits, and no names of passkeys. */
const narrow = ['@auth/drizzle-adapter', '@auth/prisma-adapter', '@auth/sequelize-adapter']
const needsRoom = [/account/i, /updateAuthenticatorCounter/, /the user handle of a passkey/]

/** Whether the tables can store the values of a rule. Drizzle's instants on MariaDB end in 2038. */
const fits = ({ name, store }: SubjectKind, rule: string): boolean =>
  !(narrow.includes(name) && needsRoom.some((words) => words.test(rule))) &&
  !(name === '@auth/drizzle-adapter' && store === 'MariaDB' && rule.includes('after 2038'))

const withSchema: readonly SubjectKind[] = allSubjects.filter(({ schema }) => schema !== undefined)

interface Rule {
  readonly rule: string
  readonly run: () => Promise<void>
}

const defineTests = (kind: SubjectKind) => {
  const { schema } = kind
  let published: Subject
  let existing: ExistingTables
  const ours = () => existing.ours()
  const reason = whyNot(kind)
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    const url = await servers.databaseFor(kind)
    published = await kind.open(url)
    existing = openExistingTables(kind, url, published)
  }, 60_000)
  afterAll(async () => {
    await existing?.close()
    await published?.close()
  })

  test('a user stays signed in, and is the same user at the next sign-in', async () => {
    const then = makeSetup(published.adapter, provider)
    const browser = then.open()
    await signIn(browser, 'Local', 'Ada')
    const known = await published.adapter.getUserByEmail?.('ada@example.org')
    const token = browser.jar.list().find(({ name }) => name.endsWith('session-token'))?.value ?? ''
    const left = await published.adapter.getSessionAndUser?.(token)
    const adapter = ours()
    const found = await adapter.getSessionAndUser(token)
    expect(found?.user).toMatchObject({ id: String(known?.id), email: 'ada@example.org', name: 'Ada Lovelace' })
    expect(found?.session.expires).toEqual(left?.session.expires)
    expect(found?.session.expires.getTime()).toBeGreaterThan(Date.now())
    const now = makeSetup(adapter, provider)
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

  test('the stored token of a new session does not open it', async () => {
    const adapter = ours()
    const user = await adapter.getUserByEmail('ada@example.org')
    const [session, column] = [schema?.tables.sessions ?? '', schema?.columns.sessions?.['tokenHash'] ?? '']
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId: user?.id ?? '', expires: new Date('2037-01-01') })
    const rows = await existing.read(`select "${column}" as stored from "${session}"`)
    expect(rows.length).toBeGreaterThan(0)
    for (const stored of rows.map((row) => String(row['stored']))) {
      expect(stored).not.toBe(sessionToken)
      expect(await adapter.getSessionAndUser(stored)).toBeNull()
    }
    expect(await adapter.getSessionAndUser(sessionToken)).not.toBeNull()
  })

  test('all flows work', async () => {
    const setup = makeSetup(ours(), provider)
    for (const { run } of flows) await expect(run(setup)).resolves.toBeUndefined()
  })

  const rules: Rule[] = []
  let shared: ReturnType<ExistingTables['ours']> | undefined
  adapterContract({
    test: (rule, run) => rules.push({ rule, run }),
    // Other tests run more rounds of the races.
    rounds: 2,
    make: () => ({ adapter: (shared ??= ours()) }),
    without: [
      'hashes-at-rest',
      'revocation',
      'delayed-deletion',
      'session-origins',
      ...withoutKeys(kind),
      ...withoutTransactions(kind),
    ],
  })
  const fitting = rules.filter(({ rule }) => fits(kind, rule))

  test.each(fitting)('the adapter contract is fulfilled: $rule', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  // Last, because TypeORM synchronizes its tables, and drops our indexes, when it is called.
  test('the published adapter reads the users that Authwright wrote', async () => {
    const emailVerified = new Date('2030-05-06T07:08:09Z')
    const alan = { name: 'Alan', email: 'alan@example.org', emailVerified }
    const { id } = await ours().createUser({ ...alan, id: crypto.randomUUID() })
    const read = await published.adapter.getUserByEmail?.(alan.email)
    expect({ ...read, id: String(read?.id) }).toMatchObject({ ...alan, id })
  })
}

describe.each(withSchema.map((kind) => [kind.name, kind.store, kind] as const))(
  'the existing tables of %s on %s',
  { timeout: 60_000 },
  (_name, _store, kind) => {
    defineTests(kind)
  },
)
