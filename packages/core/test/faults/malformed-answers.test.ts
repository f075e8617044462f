import { memoryAdapter } from '@authwright/testing'
import type { MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter, AdapterUser, AuthConfig } from '../../src/index.ts'
import { signInAt, setUpLinking, newProviderUser, signInByMail } from '@authwright/test-kit/linking/linking-setup'
import type { ProviderUser, LinkingSetup } from '@authwright/test-kit/linking/linking-setup'
import { startProvider } from '@authwright/test-kit/oauth-provider'
import type { TestProvider } from '@authwright/test-kit/oauth-provider'
import { location } from '@authwright/test-kit/auth-setup'
import type { TestBrowser } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { register, signIn } from '@authwright/test-kit/webauthn/passkey-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const BOB: AdapterUser = { id: 'bob', name: 'Bob', email: 'bob@example.org', emailVerified: new Date(0) }
const ANN = 'ann@example.org'

type Method = Exclude<keyof Adapter, 'transaction'>
type Twist = (response: Record<string, unknown>) => unknown

interface Scene {
  readonly world: LinkingSetup
  readonly memory: MemoryAdapter
  readonly visitor: TestBrowser
  readonly person: ProviderUser
  /** From now on one method answers otherwise, where it would answer something. */
  readonly arm: (method: Method, twist: Twist) => void
}

/** Ann has signed up; Bob is there as well. Without transactions, so that every call goes through here. */
const makeScene = async (strategy: 'database' | 'jwt', more: Partial<AuthConfig> = {}): Promise<Scene> => {
  const memory = memoryAdapter()
  await memory.createUser(BOB)
  const armed = new Map<string, Twist>()
  const methods = Object.entries(memory).flatMap(([name, method]) => {
    if (typeof method !== 'function' || name === 'transaction') return []
    const called = async (...given: unknown[]): Promise<unknown> => {
      const response: unknown = await Reflect.apply(method, memory, given)
      const twist = armed.get(name)
      return twist === undefined || typeof response !== 'object' || response === null
        ? response
        : twist({ ...response })
    }
    return [[name, called]] as const
  })
  const adapter: Adapter = Object.fromEntries(methods)
  const setup = setUpLinking({ adapter, provider, config: { session: { strategy }, ...more } })
  const person = newProviderUser({ email: ANN })
  const browser = setup.browser()
  await signInAt(setup, browser, 'oa', person)
  expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  return { world: setup, memory, visitor: browser, person, arm: (method, twist) => void armed.set(method, twist) }
}

const lastError = ({ errors }: LinkingSetup) => errors.at(-1)

const noUser: readonly (readonly [string, Twist])[] = [
  ['an empty object', () => ({})],
  ['an array', () => []],
  ['a text', () => 'ann'],
  ['a user without an id', ({ id: _id, ...user }) => user],
  ['a user whose id is null', (user) => ({ ...user, id: null })],
  ['a user whose id is an empty text', (user) => ({ ...user, id: '' })],
]

describe.each(['database', 'jwt'] as const)('a sign-in at a provider signs nobody in (%s)', (strategy) => {
  test.each(noUser)('when the user of the account is %s', async (_what, twist) => {
    const { world: setup, person, arm, memory } = await makeScene(strategy)
    arm('getUserByAccount', twist)
    const browser = setup.browser()
    expect(await signInAt(setup, browser, 'oa', person)).toContain('error=Configuration')
    expect(await browser.session()).toBeNull()
    expect(lastError(setup)).toMatchObject({ type: 'AdapterError' })
    expect(memory.state().users.size).toBe(2)
  })
})

describe('an answer that other databases give as well signs in', () => {
  test.each([
    ['a frozen row', (user) => Object.freeze(user)],
    ['an instance of a class', (user) => Object.assign(new (class User {})(), user)],
    ['dates as text', (user) => JSON.parse(JSON.stringify(user))],
  ] as readonly (readonly [string, Twist])[])('%s', async (_what, twist) => {
    for (const strategy of ['database', 'jwt'] as const) {
      const scene = await makeScene(strategy)
      for (const method of ['getUserByAccount', 'getUser', 'getUserByEmail', 'updateUser'] as const)
        scene.arm(method, twist)
      scene.arm('getSessionAndUser', ({ session, user }) => ({
        session: twist({ ...(session as object) }),
        user: twist({ ...(user as object) }),
      }))
      const browser = scene.world.browser()
      await signInAt(scene.world, browser, 'oa', scene.person)
      expect(await browser.session()).toMatchObject({ user: { email: ANN } })
      await signInByMail(scene.world, browser, ANN)
      expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    }
  })
})

const pair =
  (change: { readonly session?: object; readonly user?: object }): Twist =>
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
    ['a list for a user', ({ session, user }) => ({ session, user: [user] })],
    ['a user without an id', pair({ user: { id: undefined } })],
    ['somebody else’s user', pair({ user: BOB })],
    ['somebody else’s session', pair({ session: { userId: BOB.id } })],
    ['a session without an end', pair({ session: { expires: undefined } })],
    ['a session with an end that is no date', pair({ session: { expires: 'soon' } })],
  ] as readonly (readonly [string, Twist])[])('when the row is %s', async (_what, twist) => {
    const { world: setup, visitor: browser, arm } = await makeScene('database')
    arm('getSessionAndUser', twist)
    const response = await browser.get('/auth/session')
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    expect(lastError(setup)).toMatchObject({ type: 'SessionTokenError' })
    arm('getSessionAndUser', (row) => row)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test.each([
    ['text', '2040-01-01T00:00:00.000Z'],
    ['milliseconds', Date.parse('2040-01-01T00:00:00Z')],
  ])('but an end as %s is an end', async (_what, expires) => {
    const { visitor: browser, arm } = await makeScene('database')
    arm('getSessionAndUser', pair({ session: { expires } }))
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    arm('getSessionAndUser', pair({ session: { expires: typeof expires === 'string' ? '2001-01-01' : 1 } }))
    expect(await browser.session()).toBeNull()
  })
})

describe('a session in a cookie whose user has to be asked for cannot be read, and stays,', () => {
  test.each([...noUser, ['somebody else’s row', () => BOB] as const])('when that is %s', async (_what, twist) => {
    const { world: setup, visitor: browser, arm } = await makeScene('jwt')
    arm('getUser', twist)
    const response = await browser.get('/auth/session')
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    expect(lastError(setup)).toMatchObject({ type: 'SessionTokenError' })
    expect(location(await browser.post('/auth/signin/ob'))).toContain('error=Configuration')
    arm('getUser', (user) => user)
    expect((await browser.session())?.user?.email).toBe(ANN)
    expect((await setup.adapter.listAccounts?.(BOB.id)) ?? []).toEqual([])
  })
})

describe('a mail signs nobody in', () => {
  test.each([
    ['an empty object', () => ({}), 'AdapterError'],
    ['an array', () => [], 'AdapterError'],
    ['without an address', (row) => ({ ...row, identifier: undefined }), 'AdapterError'],
    ['without an end', (row) => ({ ...row, expires: undefined }), 'AdapterError'],
    ['with an end that is no date', (row) => ({ ...row, expires: 'soon' }), 'AdapterError'],
    ['too old, as text', (row) => ({ ...row, expires: '2001-01-01T00:00:00Z' }), 'Verification'],
    ['too old, as a number', (row) => ({ ...row, expires: 0 }), 'Verification'],
    ['of another address', (row) => ({ ...row, identifier: BOB.email }), 'AdapterError'],
  ] as readonly (readonly [string, Twist, string])[])('when its token is %s', async (_what, twist, type) => {
    const { world: setup, arm } = await makeScene('jwt')
    arm('useVerificationToken', twist)
    const browser = setup.browser()
    await signInByMail(setup, browser, ANN)
    expect(await browser.session()).toBeNull()
    expect(lastError(setup)).toMatchObject({ type })
  })

  test('when the database answers somebody else’s row to the write', async () => {
    const { world: setup, arm } = await makeScene('jwt')
    arm('updateUser', () => BOB)
    const browser = setup.browser()
    await signInByMail(setup, browser, ANN)
    expect(await browser.session()).toBeNull()
    expect(lastError(setup)).toMatchObject({ type: 'AdapterError' })
  })

  test.each([
    ['nothing', () => undefined],
    ['its id', ({ id }) => ({ id })],
  ] as readonly (readonly [string, Twist])[])('but does when the write is answered by %s', async (_what, twist) => {
    const { world: setup, arm } = await makeScene('jwt')
    arm('updateUser', twist)
    const browser = setup.browser()
    await signInByMail(setup, browser, ANN)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test('but one who is new does when the row that was made is answered without its dates', async () => {
    const { world: setup, arm } = await makeScene('jwt')
    arm('createUser', ({ id, email }) => ({ id, email }))
    const browser = setup.browser()
    await signInByMail(setup, browser, 'cid@example.org')
    expect(await browser.session()).toMatchObject({ user: { email: 'cid@example.org' } })
  })

  test('but one who is new does when the row that was made has its members by getters', async () => {
    const { world: setup, arm } = await makeScene('jwt')
    arm('createUser', (row) => {
      const getters = Object.fromEntries(Object.keys(row).map((name) => [name, { get: () => row[name] }]))
      return Object.create(Object.create(null, getters))
    })
    const browser = setup.browser()
    await signInByMail(setup, browser, 'cid@example.org')
    expect(await browser.session()).toMatchObject({ user: { email: 'cid@example.org' } })
  })

  test('but one with its end as text or without the token does', async () => {
    const { world: setup, arm } = await makeScene('jwt')
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
    return { ...scene, passkey, browser: scene.world.browser() }
  }

  test.each([
    ['an empty object', () => ({})],
    ['an array', () => []],
    ['without a counter', (row) => ({ ...row, counter: undefined })],
    ['with a counter that is null', (row) => ({ ...row, counter: null })],
    ['with a counter that is no number', (row) => ({ ...row, counter: 'many' })],
    ['with a counter below zero', (row) => ({ ...row, counter: -1 })],
    ['without a key', (row) => ({ ...row, credentialPublicKey: undefined })],
    ['of another name', (row) => ({ ...row, credentialID: 'AAAA' })],
    ['of nobody', (row) => ({ ...row, userId: undefined })],
    ['without an account', (row) => ({ ...row, providerAccountId: undefined })],
  ] as readonly (readonly [string, Twist])[])('signs nobody in when its row is %s', async (_what, twist) => {
    const { world: setup, arm, passkey, browser } = await withPasskey()
    arm('getAuthenticator', twist)
    await signIn(browser, passkey)
    expect(await browser.session()).toBeNull()
    expect(String(lastError(setup))).toContain('getAuthenticator returned')
  })

  test.each([
    ['somebody else’s', (row) => ({ ...row, userId: BOB.id })],
    ['one with another account', (row) => ({ ...row, providerAccountId: 'another' })],
  ] as readonly (readonly [string, Twist])[])('signs nobody in when its row is %s', async (_what, twist) => {
    const { world: setup, arm, passkey, browser } = await withPasskey()
    arm('getAuthenticator', twist)
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

describe('the owner of an address gets rid of whoever only claimed it where the database says of that', () => {
  test.each([null, undefined, false, 0, ''])('%o', async (said) => {
    for (const strategy of ['database', 'jwt'] as const) {
      const { world: setup, arm, visitor: browser, memory } = await makeScene(strategy)
      const unhydrated: Twist = (user) => ({ ...user, emailVerified: user['emailVerified'] ?? said })
      for (const method of ['getUser', 'getUserByAccount', 'getUserByEmail'] as const) arm(method, unhydrated)
      const ann = setup.browser()
      await signInByMail(setup, ann, ANN)
      expect(memory.state().accounts.size).toBe(0)
      expect([await browser.session(), (await ann.session())?.user?.email]).toEqual([null, ANN])
    }
  })

  test.each([true, 1_893_499_200_000, '2030-01-01T12:00:00.000Z'])(
    'but %o says that it is proven, and takes nothing away',
    async (said) => {
      for (const strategy of ['database', 'jwt'] as const) {
        const { world: setup, arm, visitor: browser, memory } = await makeScene(strategy)
        await signInByMail(setup, browser, ANN)
        await signInAt(setup, browser, 'ob', newProviderUser())
        const unhydrated: Twist = (user) => ({ ...user, emailVerified: said })
        for (const method of ['getUser', 'getUserByAccount', 'getUserByEmail'] as const) arm(method, unhydrated)
        await signInByMail(setup, setup.browser(), ANN)
        expect(memory.state().accounts.size).toBe(1)
        expect(await browser.session()).toMatchObject({ user: { email: ANN } })
      }
    },
  )
})
