import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter, AdapterUser, AuthConfig } from '../../src/index.ts'
import {
  linkAt,
  signInAt,
  setUpLinking,
  newProviderUser,
  signInByMail,
  type ProviderUser,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { register, signIn } from '@authwright/test-kit/webauthn/passkey-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const BOB: AdapterUser = { id: 'bob', name: 'Bob', email: 'bob@example.org', emailVerified: new Date(0) }
const ANN = 'ann@example.org'

type Method = Exclude<keyof Adapter, 'transaction'>
type Change = (response: Record<string, unknown>) => unknown

interface Scene {
  readonly setup: LinkingSetup
  readonly memory: MemoryAdapter
  readonly visitor: TestBrowser
  readonly person: ProviderUser
  /** From now on change the results of one method, except `null`. */
  readonly arm: (method: Method, change: Change) => void
}

/** A site with the users Ann and Bob. Without transactions, so that every call can be changed. */
const makeScene = async (strategy: 'database' | 'jwt', more: Partial<AuthConfig> = {}): Promise<Scene> => {
  const memory = memoryAdapter()
  await memory.createUser(BOB)
  const armed = new Map<string, Change>()
  const methods = Object.entries(memory).flatMap(([name, method]) => {
    if (typeof method !== 'function' || name === 'transaction') return []
    const called = async (...given: unknown[]): Promise<unknown> => {
      const response: unknown = await Reflect.apply(method, memory, given)
      const change = armed.get(name)
      return change === undefined || typeof response !== 'object' || response === null
        ? response
        : change({ ...response })
    }
    return [[name, called]] as const
  })
  const adapter: Adapter = Object.fromEntries(methods)
  const setup = setUpLinking({ adapter, provider, config: { session: { strategy }, ...more } })
  const person = newProviderUser({ email: ANN })
  const browser = setup.browser()
  await signInAt(setup, browser, 'oa', person)
  expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  return { setup: setup, memory, visitor: browser, person, arm: (method, change) => void armed.set(method, change) }
}

const lastError = ({ errors }: LinkingSetup) => errors.at(-1)
const lastRefusal = ({ refusals }: LinkingSetup) => ({ type: refusals.at(-1)?.message.split(':')[0] })

const noUser: readonly (readonly [string, Change])[] = [
  ['an empty object', () => ({})],
  ['an array', () => []],
  ['a text', () => 'ann'],
  ['a user without an id', ({ id: _id, ...user }) => user],
  ['a user whose id is null', (user) => ({ ...user, id: null })],
  ['a user whose id is an empty text', (user) => ({ ...user, id: '' })],
]

describe.each(['database', 'jwt'] as const)('a sign-in at a provider is refused (%s)', (strategy) => {
  test.each(noUser)('when the user of the account is %s', async (_what, change) => {
    const { setup, person, arm, memory } = await makeScene(strategy)
    arm('getUserByAccount', change)
    const browser = setup.browser()
    expect(await signInAt(setup, browser, 'oa', person)).toContain('error=Configuration')
    expect(await browser.session()).toBeNull()
    expect(lastError(setup)).toMatchObject({ type: 'AdapterError' })
    expect(memory.state().users.size).toBe(2)
  })
})

describe('a sign-in succeeds with a user row of another form:', () => {
  test.each([
    ['a frozen row', (user) => Object.freeze(user)],
    ['an instance of a class', (user) => Object.assign(new (class User {})(), user)],
    ['dates as text', (user) => JSON.parse(JSON.stringify(user))],
  ] as readonly (readonly [string, Change])[])('%s', async (_what, change) => {
    for (const strategy of ['database', 'jwt'] as const) {
      const scene = await makeScene(strategy)
      for (const method of ['getUserByAccount', 'getUser', 'getUserByEmail', 'updateUser'] as const)
        scene.arm(method, change)
      scene.arm('getSessionAndUser', ({ session, user }) => ({
        session: change({ ...(session as object) }),
        user: change({ ...(user as object) }),
      }))
      const browser = scene.setup.browser()
      await signInAt(scene.setup, browser, 'oa', scene.person)
      expect(await browser.session()).toMatchObject({ user: { email: ANN } })
      await signInByMail(scene.setup, browser, ANN)
      expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    }
  })
})

const pair =
  (change: { readonly session?: object; readonly user?: object }): Change =>
  ({ session, user }) => ({
    session: { ...(session as object), ...change.session },
    user: { ...(user as object), ...change.user },
  })

describe('a database session cannot be read, and its cookie stays,', () => {
  test.each([
    ['an empty object', () => ({})],
    ['an array', () => []],
    ['a text', () => 'session'],
    ['a session without a user', ({ session }) => ({ session })],
    ['a user without a session', ({ user }) => ({ user })],
    ['an array as the user', ({ session, user }) => ({ session, user: [user] })],
    ['a user without an id', pair({ user: { id: undefined } })],
    ['a session with another user', pair({ user: BOB })],
    ['the session of another user', pair({ session: { userId: BOB.id } })],
    ['a session without an expiry date', pair({ session: { expires: undefined } })],
    ['a session with an invalid expiry date', pair({ session: { expires: 'soon' } })],
  ] as readonly (readonly [string, Change])[])('when the row is %s', async (_what, change) => {
    const { setup, visitor: browser, arm } = await makeScene('database')
    arm('getSessionAndUser', change)
    const response = await browser.get('/auth/session')
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    expect(lastError(setup)).toMatchObject({ type: 'SessionTokenError' })
    arm('getSessionAndUser', (row) => row)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test.each([
    ['text', '2040-01-01T00:00:00.000Z'],
    ['milliseconds', Date.parse('2040-01-01T00:00:00Z')],
  ])('but an expiry date as %s is accepted', async (_what, expires) => {
    const { visitor: browser, arm } = await makeScene('database')
    arm('getSessionAndUser', pair({ session: { expires } }))
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    arm('getSessionAndUser', pair({ session: { expires: typeof expires === 'string' ? '2001-01-01' : 1 } }))
    expect(await browser.session()).toBeNull()
  })
})

describe('a session in a cookie whose user is looked up cannot be read, and its cookie stays,', () => {
  test.each([...noUser, ['the row of another user', () => BOB] as const])(
    'when the user is %s',
    async (_what, change) => {
      const { setup, visitor: browser, arm } = await makeScene('jwt')
      arm('getUser', change)
      const response = await browser.get('/auth/session')
      expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
      expect(lastError(setup)).toMatchObject({ type: 'SessionTokenError' })
      expect(location(await browser.post('/auth/signin/ob'))).toContain('error=Configuration')
      arm('getUser', (user) => user)
      expect((await browser.session())?.user?.email).toBe(ANN)
      expect((await setup.adapter.listAccounts?.(BOB.id)) ?? []).toEqual([])
    },
  )
})

describe('a mail does not sign in', () => {
  test.each([
    ['an empty object', () => ({}), 'AdapterError'],
    ['an array', () => [], 'AdapterError'],
    ['without an address', (row) => ({ ...row, identifier: undefined }), 'AdapterError'],
    ['without an expiry date', (row) => ({ ...row, expires: undefined }), 'AdapterError'],
    ['with an invalid expiry date', (row) => ({ ...row, expires: 'soon' }), 'AdapterError'],
    ['too old, as text', (row) => ({ ...row, expires: '2001-01-01T00:00:00Z' }), 'Verification'],
    ['too old, as a number', (row) => ({ ...row, expires: 0 }), 'Verification'],
    ['of another address', (row) => ({ ...row, identifier: BOB.email }), 'AdapterError'],
  ] as readonly (readonly [string, Change, string])[])('when its token is %s', async (_what, change, type) => {
    const { setup, arm } = await makeScene('jwt')
    arm('useVerificationToken', change)
    const browser = setup.browser()
    await signInByMail(setup, browser, ANN)
    expect(await browser.session()).toBeNull()
    expect(lastError(setup) ?? lastRefusal(setup)).toMatchObject({ type })
  })

  test('when the write returns the row of another user', async () => {
    const { setup, arm } = await makeScene('jwt')
    arm('updateUser', () => BOB)
    const browser = setup.browser()
    await signInByMail(setup, browser, ANN)
    expect(await browser.session()).toBeNull()
    expect(lastError(setup)).toMatchObject({ type: 'AdapterError' })
  })

  test.each([
    ['no row', () => undefined],
    ['only the id', ({ id }) => ({ id })],
  ] as readonly (readonly [string, Change])[])('but does when the write returns %s', async (_what, change) => {
    const { setup, arm } = await makeScene('jwt')
    arm('updateUser', change)
    const browser = setup.browser()
    await signInByMail(setup, browser, ANN)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test('but signs in a new user when createUser returns the row without dates', async () => {
    const { setup, arm } = await makeScene('jwt')
    arm('createUser', ({ id, email }) => ({ id, email }))
    const browser = setup.browser()
    await signInByMail(setup, browser, 'cid@example.org')
    expect(await browser.session()).toMatchObject({ user: { email: 'cid@example.org' } })
  })

  test('but signs in a new user when createUser returns a row with getters', async () => {
    const { setup, arm } = await makeScene('jwt')
    arm('createUser', (row) => {
      const getters = Object.fromEntries(Object.keys(row).map((name) => [name, { get: () => row[name] }]))
      return Object.create(Object.create(null, getters))
    })
    const browser = setup.browser()
    await signInByMail(setup, browser, 'cid@example.org')
    expect(await browser.session()).toMatchObject({ user: { email: 'cid@example.org' } })
  })

  test('but does when its token has the expiry date as text, or lacks the token', async () => {
    const { setup, arm } = await makeScene('jwt')
    arm('useVerificationToken', ({ identifier, expires }) =>
      Object.freeze({ identifier, expires: (expires as Date).toISOString() }),
    )
    const browser = setup.browser()
    await signInByMail(setup, browser, ANN)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })
})

describe('a passkey', () => {
  const withPasskey = async () => {
    const scene = await makeScene('database')
    const passkey = new Passkey()
    await register(scene.visitor, passkey)
    expect(scene.memory.state().authenticators.size).toBe(1)
    return { ...scene, passkey, browser: scene.setup.browser() }
  }

  test.each([
    ['an empty object', () => ({})],
    ['an array', () => []],
    ['without a counter', (row) => ({ ...row, counter: undefined })],
    ['with a counter that is null', (row) => ({ ...row, counter: null })],
    ['with a counter that is not a number', (row) => ({ ...row, counter: 'many' })],
    ['with a counter below zero', (row) => ({ ...row, counter: -1 })],
    ['without a key', (row) => ({ ...row, credentialPublicKey: undefined })],
    ['of another credential', (row) => ({ ...row, credentialID: 'AAAA' })],
    ['without a user', (row) => ({ ...row, userId: undefined })],
    ['without an account', (row) => ({ ...row, providerAccountId: undefined })],
  ] as readonly (readonly [string, Change])[])('does not sign in when its row is %s', async (_what, change) => {
    const { setup, arm, passkey, browser } = await withPasskey()
    arm('getAuthenticator', change)
    await signIn(browser, passkey)
    expect(await browser.session()).toBeNull()
    expect(String(lastError(setup))).toContain('getAuthenticator returned')
  })

  test.each([
    ['of another user', (row) => ({ ...row, userId: BOB.id })],
    ['with another account', (row) => ({ ...row, providerAccountId: 'another' })],
  ] as readonly (readonly [string, Change])[])('does not sign in when its row is %s', async (_what, change) => {
    const { setup, arm, passkey, browser } = await withPasskey()
    arm('getAuthenticator', change)
    await signIn(browser, passkey)
    expect(await browser.session()).toBeNull()
    expect(lastError(setup)).toMatchObject({ type: 'WebAuthnVerificationError' })
  })

  test.each([
    ['text', String],
    ['a bigint', (counter: unknown) => BigInt(counter as number)],
  ])('signs in when its counter is %s', async (_what, kept) => {
    const { arm, passkey, browser } = await withPasskey()
    arm('getAuthenticator', (row) => Object.freeze({ ...row, counter: kept(row['counter']) }))
    await signIn(browser, passkey)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })
})

describe('verifying an address removes what was attached before if emailVerified is', () => {
  test.each([null, undefined, false, 0, ''])('%o', async (said) => {
    for (const strategy of ['database', 'jwt'] as const) {
      const { setup, arm, visitor: browser, memory } = await makeScene(strategy)
      const unhydrated: Change = (user) => ({ ...user, emailVerified: user['emailVerified'] ?? said })
      for (const method of ['getUser', 'getUserByAccount', 'getUserByEmail'] as const) arm(method, unhydrated)
      const ann = setup.browser()
      await signInByMail(setup, ann, ANN)
      expect(memory.state().accounts.size).toBe(0)
      expect([await browser.session(), (await ann.session())?.user?.email]).toEqual([null, ANN])
    }
  })

  test.each([true, 1_893_499_200_000, '2030-01-01T12:00:00.000Z'])(
    'but nothing is removed if it is %o',
    async (said) => {
      for (const strategy of ['database', 'jwt'] as const) {
        const { setup, arm, visitor: browser, memory } = await makeScene(strategy)
        await signInByMail(setup, browser, ANN)
        await linkAt(setup, browser, 'ob', newProviderUser())
        const unhydrated: Change = (user) => ({ ...user, emailVerified: said })
        for (const method of ['getUser', 'getUserByAccount', 'getUserByEmail'] as const) arm(method, unhydrated)
        await signInByMail(setup, setup.browser(), ANN)
        expect(memory.state().accounts.size).toBe(1)
        expect(await browser.session()).toMatchObject({ user: { email: ANN } })
      }
    },
  )
})
