import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/index.ts'
import { describeError } from '../../src/errors/describe-error.ts'
import {
  startLink,
  startSignIn,
  linkAt,
  finishSignIn,
  signInAt,
  setUpLinking,
  signUp,
  newProviderUser,
  signInByMail,
  copySessionCookies,
  unlink,
  type ProviderUser,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const HOUR = 3600
const RECENT = /\.recent-authentication$/

const open = (
  config: Parameters<typeof setUpLinking>[0]['config'] = {},
): LinkingSetup & { readonly adapter: MemoryAdapter } => {
  const adapter = memoryAdapter()
  return { ...setUpLinking({ adapter, provider, config }), adapter }
}

/** The addresses, accounts and passkeys by which users sign in. An attack must not change them. */
const signInMethods = ({ adapter }: { readonly adapter: MemoryAdapter }): string => {
  const { users, accounts, authenticators } = adapter.state()
  const addresses = [...users.values()].map(({ id, email }) => [id, email])
  return JSON.stringify([addresses, [...accounts.values()], [...authenticators.values()]])
}

/** A user with two accounts who signed in an hour ago. */
const victim = async (
  setup: LinkingSetup,
): Promise<{ readonly ann: TestBrowser; readonly person: ProviderUser; readonly second: ProviderUser }> => {
  const { browser: ann, user: person } = await signUp(setup)
  const second = newProviderUser()
  await linkAt(setup, ann, 'ob', second)
  setup.clock.forward(HOUR)
  return { ann, person, second }
}

/** Try each change of sign-in methods, with an account of the thief at a provider. */
const tryEverything = async (
  setup: LinkingSetup,
  thief: TestBrowser,
  { second }: { readonly second: ProviderUser },
): Promise<void> => {
  await signInAt(setup, thief, 'oc', newProviderUser())
  const question = /name="question" value="([^"]*)"/.exec(await (await thief.get('/auth/choose-account')).text())?.[1]
  expect(question).toBeDefined()
  const connected = await thief.post('/auth/choose-account', { choice: 'connect', question: question ?? '' })
  expect(location(connected)).toContain('error=ReauthenticationRequired')
  expect(await startLink(thief, 'oc')).toContain('error=ReauthenticationRequired')
  await unlink(thief, 'ob', second)
  await thief.post('/auth/account', { action: 'email-change', email: 'thief@example.org' })
  const options = await thief.get('/auth/webauthn-options/passkey?action=register')
  expect(options.status).not.toBe(200)
}

describe('a stolen session changes no sign-in method', () => {
  test('with any other value of this library in the cookie of recent authentication', async () => {
    const setup = open()
    const { ann, second } = await victim(setup)
    const { browser: mallory } = await signUp(setup)
    await startLink(mallory, 'ob')
    await mallory.get('/auth/webauthn-options/passkey?action=authenticate')
    await signInByMail(setup, mallory, 'mallory@example.org')
    const elsewhere = setUpLinking({
      adapter: memoryAdapter(),
      provider,
      config: { secret: 'the secret of another site, just as long' },
    })
    const { browser: there } = await signUp(elsewhere)
    const own = [...copySessionCookies(setup, ann).cookies.values()]
    const loot = [...mallory.cookies.values(), ...there.cookies.values(), ...own, '', 'true', '{"at":9999999999}']
    expect(loot.filter((value) => value.startsWith('eyJ')).length).toBeGreaterThan(3)
    const [name = ''] = [...mallory.cookies.keys()].filter((cookie) => RECENT.test(cookie))
    const before = signInMethods(setup)
    for (const value of loot) {
      const thief = copySessionCookies(setup, ann)
      thief.cookies.set(name, value)
      await tryEverything(setup, thief, { second })
    }
    expect(signInMethods(setup)).toBe(before)
    expect([...setup.mails, ...setup.notifications].map((mail) => JSON.stringify(mail)).join()).not.toContain(
      'thief@example.org',
    )
  })

  test('with an attempt that the thief started after signing in', async () => {
    const setup = open()
    const { ann } = await victim(setup)
    const { browser: mallory } = await signUp(setup)
    const url = await startLink(mallory, 'oc')
    const before = signInMethods(setup)
    const thief = copySessionCookies(setup, ann)
    for (const [name, value] of mallory.cookies) if (!name.includes('session-token')) thief.cookies.set(name, value)
    expect(await finishSignIn(setup, thief, url, newProviderUser())).toContain('error=OAuthAccountNotLinked')
    expect(signInMethods(setup)).toBe(before)
  })

  test('with an attempt that was started without a session', async () => {
    const setup = open()
    const { ann } = await victim(setup)
    const signedOut = setup.browser()
    const url = await startSignIn(signedOut, 'oc')
    const thief = copySessionCookies(setup, ann)
    for (const [name, value] of signedOut.cookies) thief.cookies.set(name, value)
    const before = signInMethods(setup)
    expect(await finishSignIn(setup, thief, url, newProviderUser())).toBe(`${ORIGIN}/auth/choose-account`)
    expect(await (await thief.get('/auth/choose-account')).text()).not.toContain('value="connect"')
    expect(signInMethods(setup)).toBe(before)
  })

  test('with an attempt that was started before the user signed in again', async () => {
    const setup = open()
    const { ann, person } = await victim(setup)
    expect(await startLink(ann, 'oc')).toContain('error=ReauthenticationRequired')
    const url = await startSignIn(ann, 'oc')
    await signInAt(setup, ann, 'oa', person)
    const before = signInMethods(setup)
    expect(await finishSignIn(setup, ann, url, newProviderUser())).toBe(`${ORIGIN}/auth/choose-account`)
    expect(signInMethods(setup)).toBe(before)
  })
})

describe('a form of the account page', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'unlink ', 'UNLINK', '', 'email-change\0']

  test.each(names)('with the unknown action %j changes nothing', async (action) => {
    const setup = open()
    const { browser: ann, user: person } = await signUp(setup)
    await linkAt(setup, ann, 'ob', newProviderUser())
    const before = signInMethods(setup)
    const response = await ann.post('/auth/account', {
      action,
      provider: 'oa',
      providerAccountId: person.id,
      email: 'x@example.org',
    })
    expect(response.status).toBe(400)
    expect(signInMethods(setup)).toBe(before)
  })

  test('that spells the account differently removes nothing', async () => {
    const setup = open()
    const { browser: ann, user: person } = await signUp(setup)
    const { user: other } = await signUp(setup)
    await linkAt(setup, ann, 'ob', newProviderUser())
    const before = signInMethods(setup)
    const keys = [
      ['OA', person.id],
      ['oa ', person.id],
      ['oa', person.id.toUpperCase()],
      ['oa', `${person.id} `],
      ['oa', `${person.id}\0`],
      ['oa', ''],
      ['oa', '%'],
      ['oa', other.id],
      ['__proto__', person.id],
    ] as const
    for (const [id, account] of keys) {
      const response = await ann.post('/auth/account', { action: 'unlink', provider: id, providerAccountId: account })
      expect([response.status, id, account]).toStrictEqual([404, id, account])
    }
    expect(signInMethods(setup)).toBe(before)
  })

  test('with arrays or objects as fields removes nothing', async () => {
    const setup = open()
    const { browser: ann, user: person } = await signUp(setup)
    await linkAt(setup, ann, 'ob', newProviderUser())
    const before = signInMethods(setup)
    const bodies = [
      JSON.stringify({ action: ['unlink'], provider: 'oa', providerAccountId: person.id }),
      JSON.stringify({ action: 'unlink', provider: ['oa'], providerAccountId: [person.id] }),
      JSON.stringify({ action: 'unlink', provider: { toString: 'oa' }, providerAccountId: person.id }),
      JSON.stringify({ action: 'unlink' }),
      JSON.stringify([['action', 'unlink']]),
    ]
    for (const body of bodies) {
      const headers = { cookie: ann.header, origin: ORIGIN, 'content-type': 'application/json' }
      const response = await setup.auth.handle(new Request(`${ORIGIN}/auth/account`, { method: 'POST', headers, body }))
      expect([response.status >= 400, body]).toStrictEqual([true, body])
    }
    expect(signInMethods(setup)).toBe(before)
  })

  test('from another site, or sent as a link, removes nothing', async () => {
    const setup = open()
    const { browser: ann, user: person } = await signUp(setup)
    await linkAt(setup, ann, 'ob', newProviderUser())
    const before = signInMethods(setup)
    const fields = { action: 'unlink', provider: 'oa', providerAccountId: person.id }
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
      {},
    ]) {
      await ann.post('/auth/account', fields, headers as Record<string, string>)
      await ann.post('/auth/signin/oc', { link: 'true' }, headers as Record<string, string>)
    }
    await ann.get(`/auth/account?${new URLSearchParams(fields).toString()}`)
    expect(signInMethods(setup)).toBe(before)
  })
})

test.each<[what: string, headers: Record<string, string>]>([
  ['a very long user agent', { 'user-agent': 'x'.repeat(30_000) }],
  ['a user agent with markup', { 'user-agent': 'Mozilla/5.0 (((((((((( Firefox/\u00ff <b>"&\'' }],
  ['a user agent named after inherited members', { 'user-agent': '__proto__ constructor' }],
  ['no user agent', { 'user-agent': '' }],
  ['a very long language tag', { 'accept-language': `${'xx-'.repeat(9000)}q=1` }],
  ['invalid language tags', { 'accept-language': '*;q=NaN, de;q=1e999, __proto__' }],
])('with %s the notification of a change is still sent', async (_what, headers) => {
  const setup = open()
  const { browser: ann, user: person } = await signUp(setup)
  await signInByMail(setup, ann, person.email)
  const second = newProviderUser()
  await linkAt(setup, ann, 'ob', second)
  const fields = { action: 'unlink', provider: 'ob', providerAccountId: second.id }
  await ann.post('/auth/account', fields, { origin: ORIGIN, ...headers })
  expect(setup.notifications.map(({ identifier }) => identifier)).toStrictEqual([person.email, person.email])
  expect(JSON.stringify(setup.notifications.map(({ message }) => message))).not.toMatch(/<b>|x{100}|__proto__/)
})

test('no response, notification or log entry contains a provider token, sealed or not', async () => {
  for (const account of [{}, { tokens: { secret: 'a secret for the tokens of accounts, long enough' } }]) {
    const lines: string[] = []
    const setup = open({ account, session: { strategy: 'jwt' } })
    const { browser: ann, user: person } = await signUp(setup)
    await signInByMail(setup, ann, person.email)
    const second = newProviderUser()
    await linkAt(setup, ann, 'ob', second)
    const pages = ['/auth/account', '/auth/session', '/auth/providers', '/auth/signin', '/auth/signout', '/auth/error']
    for (const page of pages) {
      for (const accept of ['text/html', 'application/json']) lines.push(await (await ann.get(page, { accept })).text())
    }
    lines.push(await (await unlink(ann, 'ob', second)).text())
    lines.push(
      JSON.stringify(setup.notifications.map(({ message }) => message)),
      ...setup.log,
      ...setup.errors.map(describeError),
    )
    expect(setup.notifications.length).toBeGreaterThan(1)
    expect(lines.join('\n')).not.toMatch(/at-1|authwright:eyJ/)
  }
})

describe.each([true, false])(
  'a sign-in with an account that its user removes at that moment (transactions: %s)',
  (has) => {
    const atWrite = [
      ['createSessionOfAccount', 'before', true],
      ['createSession', 'before', false],
    ] as const
    test.each([
      ['getUserByAccount', 'after', true],
      ['getUserByAccount', 'after', false],
      ...(has ? [] : atWrite),
    ] as const)('gets no session (%s %s, a session can depend on an account: %s)', async (method, when, canDepend) => {
      const { transaction, createSessionOfAccount, ...memory } = memoryAdapter()
      let act: (() => Promise<unknown>) | undefined
      const methods = { ...memory, ...(canDepend ? { createSessionOfAccount } : {}) }
      const call = Reflect.get(methods, method) as (...given: unknown[]) => Promise<unknown>
      const interrupted = async (...given: unknown[]): Promise<unknown> => {
        const now = act
        act = undefined
        if (when === 'before') await now?.()
        const result = await call(...given)
        if (when === 'after') await now?.()
        return result
      }
      const adapter: Adapter = { ...methods, [method]: interrupted, ...(has ? { transaction } : {}) }
      const setup = setUpLinking({ adapter, provider, config: { session: { strategy: 'database' } } })
      const { browser: ann } = await signUp(setup)
      const second = newProviderUser()
      await linkAt(setup, ann, 'ob', second)
      const thief = setup.browser()
      const url = await startSignIn(thief, 'ob')
      act = () => unlink(ann, 'ob', second)
      expect(await finishSignIn(setup, thief, url, second)).toContain('error=OAuthAccountNotLinked')
      expect(await thief.session()).toBeNull()
      expect(await ann.session()).not.toBeNull()
      expect([...memory.state().sessions.values()]).toHaveLength(1)
    })
  },
)
