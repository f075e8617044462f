import 'reflect-metadata'
import { Auth as AuthJs, type AuthConfig as AuthJsConfig } from '@auth/core'
import { createAuth, type AuthConfig } from '@authwright/core'
import type { Adapter, AdapterAccount, AdapterUser } from '@authwright/core/adapters'
import { fromAuthJs } from '@authwright/core/compat'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { openBrowser, type Browser } from '@authwright/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ExistingTables, openExistingTables } from './existing-tables.ts'
import { openServers, whyNot } from './servers.ts'
import recorded from './next-auth-4.json' with { type: 'json' }
import { allSubjects, type Subject, type SubjectKind } from './subjects.ts'

const ORIGIN = 'https://app.example.com'
/** The path of `next-auth`, and an option of the others. */
const BASE = '/api/auth'
const SECRET = 'a secret of the tests, thirty-two characters and more'

const inADay = () => new Date(Date.now() + 864e5)

const servers = openServers()
let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => Promise.all([servers.close(), provider.close()]))

type Handle = (request: Request) => Promise<Response>

/** An application whose server can be replaced while its browsers stay open. */
const openApplication = () => {
  let serving: Handle = async () => new Response()
  const handler = (request: Request) => (new URL(request.url).pathname === '/' ? new Response() : serving(request))
  return {
    open: () => openBrowser({ origin: ORIGIN, handler }),
    replace: (next: Handle) => void (serving = next),
  }
}

type Application = ReturnType<typeof openApplication>

interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
}

let people = 0
const newPerson = (): Person => {
  people += 1
  return { id: `account-${people}`, name: 'Ann', email: `ann-${people}@example.org` }
}

const sessionOf = async (browser: Browser) =>
  (await browser.get(`${BASE}/session`)).json() as { readonly user?: { readonly email?: string } } | null

/** Starts a sign-in, and returns the address of the provider to which the browser is redirected. */
const startSignIn = async (browser: Browser, id: string): Promise<string> => {
  const { csrfToken } = (await browser.get(`${BASE}/csrf`)).json() as { readonly csrfToken: string }
  return (await browser.post(`${BASE}/signin/${id}`, { csrfToken })).location?.href ?? ''
}

const signIn = async (browser: Browser, id: string, person: Person): Promise<void> => {
  provider.profile = { ...person }
  await browser.get(callbackUrl(await startSignIn(browser, id)), { from: provider.origin })
}

const links: string[] = []
const mail = {
  id: 'mail',
  type: 'email',
  name: 'Mail',
  sendVerificationRequest: ({ url }: { readonly url: string }) => void links.push(url),
} as const

const signInByMail = async (browser: Browser, { email }: Person): Promise<void> => {
  await browser.post(`${BASE}/signin/mail`, { email })
  await browser.get(links.at(-1) ?? '')
}

const old = (options = {}) => provider.config({ id: 'old', name: 'Old', ...options })

/** A library that creates a user and signs the user in, with an account at a provider that does not verify addresses. */
interface Writer {
  readonly version: 4 | 5
  readonly write: (adapter: Adapter, person: Person, application: Application) => Promise<Browser>
}

const shared = { secret: SECRET, trustHost: true, basePath: BASE }

const authJs: Writer = {
  version: 5,
  write: async (adapter, person, { open, replace }) => {
    const config = { ...shared, adapter, providers: [old()] } as AuthJsConfig
    replace((request) => AuthJs(request, config))
    const browser = open()
    await signIn(browser, 'old', person)
    expect(await sessionOf(browser)).toMatchObject({ user: { email: person.email } })
    return browser
  },
}

/** Its calls were recorded. */
const nextAuth4: Writer = {
  version: 4,
  write: async (adapter, { id: providerAccountId, email }, { open }) => {
    const { cookie, createUser, linkAccount, createSession } = recorded
    const { id: userId = '' } = (await adapter.createUser?.({ ...createUser, email } as AdapterUser)) ?? {}
    await adapter.linkAccount?.({ ...linkAccount, providerAccountId, userId } as AdapterAccount)
    const sessionToken = crypto.randomUUID()
    await adapter.createSession?.({ ...createSession, sessionToken, userId, expires: inADay() })
    const browser = open()
    browser.jar.store(`${cookie}=${sessionToken}; Path=/; Secure; HttpOnly; SameSite=Lax`, new URL(ORIGIN))
    return browser
  },
}

/** The adapter through which the other library wrote, and the one through which Authwright reads the same tables. */
interface Tables {
  readonly writer: Writer
  readonly published: Adapter
  readonly adapter: Adapter
}

/** Lets the other library create a user, and then replaces it by Authwright. */
const moveUser = async (
  { writer, published, adapter }: Tables,
  providers: AuthConfig['providers'],
  hasMovedAt = true,
) => {
  const person = newPerson()
  const application = openApplication()
  const browser = await writer.write(published, person, application)
  const created = await published.getUserByEmail?.(person.email)
  expect(created?.emailVerified ?? null).toBeNull()
  const after: AuthConfig = {
    ...shared,
    adapter,
    providers,
    session: { strategy: 'database' },
    logger: { error: () => undefined, warn: () => undefined },
  }
  const movedAt = hasMovedAt ? { movedAt: new Date() } : {}
  const auth = createAuth(fromAuthJs(after, { until: inADay(), version: writer.version, ...movedAt }))
  application.replace((request) => auth.handle(request))
  const id = String(created?.id)
  return {
    id,
    person,
    browser,
    open: application.open,
    isSignedIn: async () => (await sessionOf(browser))?.user?.email === person.email,
    isVerified: async () => ((await adapter.getUser?.(id))?.emailVerified ?? null) !== null,
    has: async (provider: string, { id: providerAccountId }: Person) =>
      String((await adapter.getUserByAccount?.({ provider, providerAccountId }))?.id) === id,
  }
}

interface Rule {
  readonly name: string
  readonly run: (tables: Tables) => Promise<void>
}

/** The rules for each library. */
const commonRules: readonly Rule[] = [
  {
    name: 'stays signed in',
    run: async (tables) => {
      const { browser, isSignedIn } = await moveUser(tables, [mail, old()])
      expect([await isSignedIn(), await isSignedIn()]).toEqual([true, true])
      const cookies = browser.jar.list().map(({ name }) => name)
      expect(cookies.filter((name) => name.includes('session'))).toEqual(['__Host-authwright.session-token'])
    },
  },
  {
    name: 'keeps the account and the session when a mail verifies the address',
    run: async (tables) => {
      const { person, open, ...user } = await moveUser(tables, [mail, old()])
      const another = open()
      await signInByMail(another, person)
      expect(await sessionOf(another)).toMatchObject({ user: { email: person.email } })
      expect([await user.has('old', person), await user.isSignedIn(), await user.isVerified()]).toEqual([
        true,
        true,
        true,
      ])
    },
  },
  {
    name: 'is the same user at the next sign-in, with the same callback URL',
    run: async (tables) => {
      const { person, open, ...user } = await moveUser(tables, [mail, old()])
      const another = open()
      await signIn(another, 'old', person)
      expect([await user.has('old', person), await user.isVerified()]).toEqual([true, false])
      expect(await sessionOf(another)).toMatchObject({ user: { email: person.email } })
      const address = new URL(await startSignIn(open(), 'old'))
      expect(address.searchParams.get('redirect_uri')).toBe(recorded.redirectUri)
    },
  },
]

const rules: readonly Rule[] = [
  ...commonRules,
  {
    name: 'keeps the account and the session when another provider links by the address',
    run: async (tables) => {
      const linking = { allowDangerousEmailAccountLinking: true, emailVerified: () => true }
      const providers = [old(), provider.config({ id: 'new', name: 'New', ...linking })]
      const { person, open, ...user } = await moveUser(tables, providers)
      const another = open()
      await signIn(another, 'new', person)
      expect(await sessionOf(another)).toMatchObject({ user: { email: person.email } })
      expect([await user.has('old', person), await user.has('new', person)]).toEqual([true, true])
      expect([await user.isSignedIn(), await user.isVerified()]).toEqual([true, true])
    },
  },
  {
    name: 'has a verified address after a sign-in with the account whose provider verifies it',
    run: async (tables) => {
      const providers = [mail, old({ emailVerified: () => true })]
      const { person, open, ...user } = await moveUser(tables, providers)
      await signIn(open(), 'old', { ...person, email: 'another@example.org' })
      expect(await user.isVerified()).toBe(false)
      await signIn(open(), 'old', person)
      expect([await user.has('old', person), await user.isSignedIn(), await user.isVerified()]).toEqual([
        true,
        true,
        true,
      ])
    },
  },
]

const idForms: Readonly<Record<string, RegExp>> = {
  number: /^\d+$/,
  'UUID 4': /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  cuid: /^c[0-9a-z]{24}$/,
  ObjectId: /^[0-9a-f]{24}$/,
  'USER_ and UUID': /^USER_[0-9a-f-]{36}$/,
}

const idFormOf = (id: string) => Object.entries(idForms).find(([, form]) => form.test(id))?.[0]

/** What a user gets who signs up after the move with an address that the provider may not have verified. */
const signUp = async (tables: Tables): Promise<'an address' | 'no address' | 'no session'> => {
  const { open } = await moveUser(tables, [mail, old()])
  const [attacker, victim, claimed] = [open(), open(), newPerson()]
  await signIn(attacker, 'old', claimed)
  const session = await sessionOf(attacker)
  await signInByMail(victim, claimed)
  expect(await sessionOf(victim)).toMatchObject({ user: { email: claimed.email } })
  expect((await sessionOf(attacker))?.user?.email).not.toBe(claimed.email)
  const account = { provider: 'old', providerAccountId: claimed.id }
  const [user, owner] = [
    await tables.adapter.getUserByEmail?.(claimed.email),
    await tables.adapter.getUserByAccount?.(account),
  ]
  expect(user).toBeTruthy()
  expect(owner?.id).not.toBe(user?.id)
  if (session === null) return 'no session'
  return session.user?.email === claimed.email ? 'an address' : 'no address'
}

/**
 * For each published adapter: the form of the ids that its users have, and what a new user gets whose address may not be verified,
 * with this adapter and with that of Authwright over the same tables. Without a session the tables require an address.
 */
const facts: Readonly<Record<string, readonly [string, string, string?]>> = {
  '@auth/pg-adapter': ['number', 'no address', 'no address'],
  '@auth/kysely-adapter': ['UUID 4', 'no session', 'an address'],
  '@auth/drizzle-adapter': ['UUID 4', 'no address', 'an address'],
  '@auth/prisma-adapter': ['cuid', 'no session', 'an address'],
  '@auth/typeorm-adapter': ['UUID 4', 'no address', 'an address'],
  '@auth/sequelize-adapter': ['UUID 4', 'no address', 'an address'],
  '@auth/unstorage-adapter': ['UUID 4', 'no address'],
  '@auth/neon-adapter': ['number', 'no address', 'no address'],
  '@auth/mikro-orm-adapter': ['UUID 4', 'no address'],
  '@auth/upstash-redis-adapter': ['UUID 4', 'no address'],
  '@auth/dynamodb-adapter': ['UUID 4', 'no address'],
  '@auth/d1-adapter': ['UUID 4', 'no address', 'no address'],
  '@auth/pouchdb-adapter': ['USER_ and UUID', 'no address'],
  '@auth/mongodb-adapter': ['ObjectId', 'no address'],
  '@auth/azure-tables-adapter': ['UUID 4', 'no session'],
}

const defineTests = (kind: SubjectKind) => {
  let published: Subject
  let existing: ExistingTables | undefined
  const reason = whyNot(kind)
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    const url = await servers.databaseFor(kind)
    published = await kind.open(url)
    if (kind.schema !== undefined) existing = openExistingTables(kind, url, published)
  }, 60_000)
  afterAll(async () => {
    await existing?.close()
    await published?.close()
  })

  const [ids, ...gets] = facts[kind.name] ?? []
  const ways = [
    ['the same adapter', gets[0], () => published.adapter],
    ['the adapter of Authwright', gets[1], () => existing?.ours()],
  ] as const

  describe.each(ways.slice(0, gets.length))('then through %s,', (_way, gets, openAdapter) => {
    const tables = (writer = authJs): Tables => ({
      writer,
      published: published.adapter,
      adapter: openAdapter() ?? published.adapter,
    })

    test.each(rules)('$name', async ({ run }) => {
      await expect(run(tables())).resolves.toBeUndefined()
    })

    test.each(commonRules)('created by next-auth 4: $name', async ({ run }) => {
      await expect(run(tables(nextAuth4))).resolves.toBeUndefined()
    })

    test('without movedAt loses the account when a mail verifies the address, if the adapter can remove it', async () => {
      const { id, person, open, has } = await moveUser(tables(), [mail, old()], false)
      expect(idFormOf(id)).toBe(ids)
      await signInByMail(open(), person)
      expect(await has('old', person)).toBe(tables().adapter.listAccounts === undefined)
    })

    test(`is not confused with a user who claims an address after the move, who gets ${gets}`, async () => {
      expect(await signUp(tables())).toBe(gets)
    })
  })
}

describe.each(allSubjects.map((kind) => [kind.name, kind.store, kind] as const))(
  'a user from before the move, with %s on %s,',
  (_name, _store, kind) => {
    defineTests(kind)
  },
)
