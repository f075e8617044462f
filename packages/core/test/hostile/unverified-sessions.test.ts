import { memoryAdapter, type MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import {
  startLink,
  linkAt,
  finishSignIn,
  signInAt,
  setUpLinking,
  signUp,
  newProviderUser,
  signInByMail,
  type LinkingSetup,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth, ORIGIN, TestBrowser } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { postResponse, fetchOptions } from '@authwright/test-kit/webauthn/passkey-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const ANN = 'ann@example.org'
const DAY = 86_400
const strategies = ['database', 'jwt'] as const

interface Scene {
  readonly setup: LinkingSetup & { readonly adapter: MemoryAdapter }
  /** The browser of an attacker with an account with Ann's unverified address. */
  readonly mallory: TestBrowser
}

/** Mallory signs up with Ann's address before Ann. */
const signUpMallory = async (config: Partial<AuthConfig> = { session: { strategy: 'jwt' } }): Promise<Scene> => {
  const adapter = memoryAdapter()
  const setup = { ...setUpLinking({ adapter, provider, config }), adapter }
  const { browser: mallory } = await signUp(setup, newProviderUser({ email: ANN }))
  return { setup: setup, mallory }
}

/** Ann verifies her address, by a mail or by a provider. */
const verifyAnn = async ({ setup }: Scene, by: 'mail' | 'provider' = 'mail'): Promise<TestBrowser> => {
  const ann = setup.browser()
  if (by === 'mail') await signInByMail(setup, ann, ANN)
  else await signInAt(setup, ann, 'sure', newProviderUser({ email: ANN, email_verified: true }))
  expect(await ann.session()).toMatchObject({ user: { email: ANN } })
  return ann
}

const hasSession = ({ cookies }: TestBrowser): boolean =>
  [...cookies.keys()].some((name) => name.includes('session-token'))

const withSure = (strategy: 'database' | 'jwt'): Partial<AuthConfig> => ({
  session: { strategy },
  providers: [
    provider.config({ id: 'oa' }),
    provider.config({
      id: 'sure',
      allowDangerousEmailAccountLinking: true,
      emailVerified: ({ email_verified: verified }) => verified === true,
    }),
    { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: () => undefined },
  ],
})

describe.each(strategies)('a user with an unverified address, after another user verified it (%s),', (strategy) => {
  test.each(['mail', 'provider'] as const)('has no session any more (by %s)', async (by) => {
    const scene = await signUpMallory(by === 'mail' ? { session: { strategy } } : withSure(strategy))
    const copy = scene.mallory.copy()
    expect(await scene.mallory.session()).toMatchObject({ user: { email: ANN } })
    const ann = await verifyAnn(scene, by)
    expect(await scene.mallory.session()).toBeNull()
    // The cookie stays, and each request checks it again.
    expect(hasSession(scene.mallory)).toBe(strategy === 'jwt')
    expect([await scene.mallory.session(), await copy.session()]).toEqual([null, null])
    expect(await ann.session()).toMatchObject({ user: { email: ANN } })
  })

  test('cannot link an account with the session', async () => {
    const scene = await signUpMallory({ session: { strategy } })
    await verifyAnn(scene)
    const loot = newProviderUser()
    await linkAt(scene.setup, scene.mallory, 'ob', loot)
    const again = scene.setup.browser()
    await signInAt(scene.setup, again, 'ob', loot)
    expect((await again.session())?.user?.email).toBe(loot.email)
  })

  test('cannot link an account with an earlier attempt', async () => {
    const scene = await signUpMallory({ session: { strategy } })
    const url = await startLink(scene.mallory, 'ob')
    await verifyAnn(scene)
    const loot = newProviderUser()
    expect(await finishSignIn(scene.setup, scene.mallory, url, loot)).toContain('error=OAuthAccountNotLinked')
    const again = scene.setup.browser()
    await signInAt(scene.setup, again, 'ob', loot)
    expect((await again.session())?.user?.email).toBe(loot.email)
  })

  test('cannot complete an earlier passkey registration', async () => {
    const scene = await signUpMallory({ session: { strategy } })
    const { options } = await fetchOptions(scene.mallory, { action: 'register' })
    await verifyAnn(scene)
    const passkey = new Passkey()
    await postResponse(scene.mallory, 'register', passkey.register(options))
    expect(scene.setup.adapter.state().authenticators.size).toBe(0)
    expect((await fetchOptions(scene.mallory, { action: 'register' })).action).not.toBe('register')
  })
})

/** An application with its own sign-up by password. It deletes the password when the address is verified. */
const withPassword = async (config: Partial<AuthConfig>, more: Partial<MemoryAdapter> = {}) => {
  const adapter = memoryAdapter()
  await adapter.createUser({ id: 'u1', email: ANN, name: 'Ann', emailVerified: null })
  let hasPassword = true
  const urls: string[] = []
  const setup = setUpLinking({
    adapter: { ...adapter, ...more },
    provider,
    config: {
      ...config,
      events: { updateUser: () => void (hasPassword = false) },
      providers: [
        provider.config({ id: 'ob' }),
        { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: ({ url }) => void urls.push(url) },
        {
          id: 'password',
          name: 'Password',
          type: 'credentials',
          credentials: {},
          authorize: () => (hasPassword ? { id: 'u1', email: ANN, name: 'Ann' } : null),
        },
      ],
    },
  })
  const verifyAnnByMail = async (): Promise<TestBrowser> => {
    const ann = setup.browser()
    await ann.post('/auth/signin/mail', { email: ANN })
    await ann.get(urls.at(-1) ?? '')
    expect(await ann.session()).toMatchObject({ user: { email: ANN } })
    return ann
  }
  return { setup: setup, verifyAnnByMail }
}

describe.each(strategies)('a user who signed up by password with the address of another user (%s)', (strategy) => {
  test('is signed out when the address is verified, and can add nothing', async () => {
    const { setup, verifyAnnByMail } = await withPassword({ session: { strategy } })
    const mallory = setup.browser()
    await mallory.post('/auth/callback/password')
    expect(await mallory.session()).toMatchObject({ user: { email: ANN } })
    const url = await startLink(mallory, 'ob')
    await verifyAnnByMail()
    expect(await mallory.session()).toBeNull()
    const [left, fresh] = [newProviderUser(), newProviderUser()]
    await finishSignIn(setup, mallory, url, left)
    await linkAt(setup, mallory, 'ob', fresh)
    for (const loot of [left, fresh]) {
      const again = setup.browser()
      await signInAt(setup, again, 'ob', loot)
      expect((await again.session())?.user?.email).toBe(loot.email)
    }
  })
})

describe('a sign-in by password with the session in a cookie', () => {
  const jwt: Partial<AuthConfig> = { session: { strategy: 'jwt' } }

  test('fails with an error while the database cannot tell whether the address is verified', async () => {
    const down = () => Promise.reject(new Error('the database is down'))
    const { setup } = await withPassword(jwt, { getUser: down, getUserByEmail: down })
    const visitor = setup.browser()
    expect(location(await visitor.post('/auth/callback/password'))).toContain('error=Configuration')
    expect([hasSession(visitor), await visitor.session()]).toEqual([false, null])
    expect(setup.errors).toMatchObject([{ type: 'AdapterError' }])
  })

  test('with an id that the database rejects succeeds', async () => {
    const adapter = memoryAdapter()
    const getUser = () => Promise.reject(new Error('invalid input syntax for type uuid: "1"'))
    const user = { id: '1', name: 'J', email: 'j@example.org' }
    const password = { id: 'password', type: 'credentials', name: 'P', credentials: {}, authorize: () => user }
    for (const rows of [[], [{ id: 'u7', email: user.email, emailVerified: null }]]) {
      for (const row of rows) await adapter.createUser(row)
      const visitor = setUpAuth({ ...jwt, adapter: { ...adapter, getUser }, providers: [password] as never }).browser()
      await visitor.post('/auth/callback/password')
      expect(await visitor.session()).toMatchObject({ user: { email: user.email } })
    }
  })

  test('of a user who is found only by the address ends when the address is verified', async () => {
    const adapter = memoryAdapter()
    await adapter.createUser({ id: 'u1', email: ANN, name: 'Ann', emailVerified: null })
    let fails = true
    const getUser = (id: string) => (fails ? Promise.reject(new Error('a copy is down')) : adapter.getUser(id))
    const { setup, verifyAnnByMail } = await withPassword(jwt, { ...adapter, getUser })
    const mallory = setup.browser()
    await mallory.post('/auth/callback/password')
    fails = false
    expect(await mallory.session()).toMatchObject({ user: { email: ANN } })
    await verifyAnnByMail()
    expect(await mallory.session()).toBeNull()
  })

  test('needs no getUser of the adapter', async () => {
    const { getUser: _getUser, ...adapter } = memoryAdapter()
    const password = { id: 'password', type: 'credentials', name: 'P', credentials: {}, authorize: () => ({ id: '7' }) }
    const visitor = setUpAuth({ ...jwt, adapter, providers: [password] as never }).browser()
    await visitor.post('/auth/callback/password')
    expect(await visitor.session()).not.toBeNull()
  })

  test('of a verified user continues when the user signs in by mail', async () => {
    const { setup, verifyAnnByMail } = await withPassword(jwt)
    await setup.adapter.updateUser?.({ id: 'u1', emailVerified: new Date(0) })
    const visitor = setup.browser()
    await visitor.post('/auth/callback/password')
    await verifyAnnByMail()
    expect(await visitor.session()).toMatchObject({ user: { email: ANN } })
  })
})

describe('a session in a cookie from before the verification of the address', () => {
  test('continues until the verification and ends then, although it was renewed and updated', async () => {
    const scene = await signUpMallory()
    const { mallory, setup } = scene
    for (let i = 0; i < 3; i += 1) {
      setup.clock.forward(2 * DAY)
      expect(await mallory.session()).toMatchObject({ user: { email: ANN } })
    }
    await mallory.post('/auth/session', { data: '{}' })
    expect(await mallory.session()).toMatchObject({ user: { email: ANN } })
    await verifyAnn(scene)
    const update = await mallory.copy().post('/auth/session', { data: '{}' })
    expect([await update.json(), await mallory.session()]).toEqual([null, null])
  })

  test('ends when its user is deleted', async () => {
    const { mallory, setup } = await signUpMallory()
    const [id = ''] = setup.adapter.state().users.keys()
    await setup.adapter.deleteUser(id)
    for (let i = 0; i < 3; i += 1) expect(await mallory.session()).toBeNull()
    const update = await mallory.post('/auth/session', { data: '{}' })
    expect([await update.json(), update.headers.getSetCookie()]).toEqual([null, []])
    expect((await mallory.get('/auth/account')).status).not.toBe(200)
  })

  test('continues when a replica of the database that lacked the user has caught up', async () => {
    const adapter = memoryAdapter()
    let isBehind = true
    const getUser = async (id: string) => (isBehind ? null : adapter.getUser(id))
    const setup = setUpLinking({ adapter: { ...adapter, getUser }, provider, config: { session: { strategy: 'jwt' } } })
    const { browser: visitor } = await signUp(setup, newProviderUser({ email: ANN }))
    expect(await visitor.session()).toBeNull()
    isBehind = false
    expect(await visitor.session()).toMatchObject({ user: { email: ANN } })
  })

  test('clears no cookie of a user who verified the address during a request', async () => {
    const { setup, mallory: visitor } = await signUpMallory()
    const late = new Request(`${ORIGIN}/auth/session`, { headers: { cookie: visitor.header } })
    await signInByMail(setup, visitor, ANN)
    const response = await setup.auth.handle(late)
    expect([await response.json(), response.headers.getSetCookie()]).toEqual([null, []])
  })

  test('ends although the jwt callback sets another sub and its own claims', async () => {
    const seen: string[] = []
    const scene = await signUpMallory({
      session: { strategy: 'jwt' },
      callbacks: {
        jwt: ({ token }) => {
          seen.push(...Object.keys(token))
          return { sub: 'of the application', email: token.email ?? null }
        },
      },
    })
    scene.setup.clock.forward(2 * DAY)
    expect(await scene.mallory.session()).toMatchObject({ user: { email: ANN } })
    await verifyAnn(scene)
    expect(await scene.mallory.session()).toBeNull()
    expect(seen.filter((name) => name.includes('unverified'))).toEqual([])
  })

  test('is an error but no sign-out while the database is down', async () => {
    const adapter = memoryAdapter()
    let isDown = false
    const getUser = (id: string) => {
      if (isDown) throw new Error('the database is down')
      return adapter.getUser(id)
    }
    const setup = setUpLinking({ adapter: { ...adapter, getUser }, provider, config: { session: { strategy: 'jwt' } } })
    const { browser: visitor } = await signUp(setup, newProviderUser({ email: ANN }))
    isDown = true
    const response = await visitor.get('/auth/session')
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    expect(setup.errors.at(-1)).toMatchObject({ type: 'SessionTokenError' })
    await expect(setup.auth.session(new Request(ORIGIN, { headers: { cookie: visitor.header } }))).rejects.toThrow(
      'The session could not be read',
    )
    const other = visitor.copy()
    expect(location(await other.post('/auth/signout'))).toBe(`${ORIGIN}/`)
    expect(hasSession(other)).toBe(false)
    isDown = false
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('continues on a server without an adapter, and keeps its claim', async () => {
    const scene = await signUpMallory()
    const edge = setUpAuth({ providers: [] })
    const there = new TestBrowser(edge.auth, edge.clock, Object.fromEntries(scene.mallory.cookies))
    await verifyAnn(scene)
    for (const { clock } of [edge, scene.setup]) clock.forward(2 * DAY)
    expect(await there.session()).toMatchObject({ user: { email: ANN } })
    expect([...there.cookies.values()]).not.toEqual([...scene.mallory.cookies.values()])
    expect(await scene.setup.browser(Object.fromEntries(there.cookies)).session()).toBeNull()
  })
})

describe('a user who verifies their own address', () => {
  const codec: NonNullable<AuthConfig['jwt']> = {
    encode: ({ token }) => JSON.stringify(token),
    decode: ({ token }) => JSON.parse(token ?? 'null'),
  }
  const config: Partial<AuthConfig> = { session: { strategy: 'jwt' }, jwt: codec }
  const claimsOf = ({ cookies }: TestBrowser): Record<string, unknown> =>
    JSON.parse(decodeURIComponent([...cookies].find(([name]) => name.includes('session-token'))?.[1] ?? '{}'))

  test('by a mail has a session without the claim afterwards', async () => {
    const { setup, mallory: visitor } = await signUpMallory(config)
    expect(claimsOf(visitor)['authwright.user']).toContain('with-address')
    await signInByMail(setup, visitor, ANN)
    expect(claimsOf(visitor)['authwright.user'] ?? []).not.toContain('with-address')
    expect(await visitor.session()).toMatchObject({ user: { email: ANN } })
  })

  test('by changing it has a session without the claim afterwards, in that browser', async () => {
    const { setup, mallory: visitor } = await signUpMallory(config)
    const other = visitor.copy()
    await visitor.post('/auth/account', { action: 'email-change', email: 'mine@example.org' })
    await visitor.get(setup.notifications.at(-1)?.url ?? '')
    expect(claimsOf(visitor)['authwright.user'] ?? []).not.toContain('with-address')
    expect(await visitor.session()).toMatchObject({ user: { email: 'mine@example.org' } })
    expect(await other.session()).toBeNull()
  })

  test('causes no database query afterwards; a user of authorize causes one at the sign-in', async () => {
    const adapter = memoryAdapter()
    const lookups: string[] = []
    const getUser = (id: string) => {
      lookups.push(id)
      return adapter.getUser(id)
    }
    const password = { id: 'password', type: 'credentials', name: 'P', credentials: {}, authorize: () => ({ id: '7' }) }
    const mails: string[] = []
    const mail = {
      id: 'mail',
      name: 'Mail',
      type: 'email',
      sendVerificationRequest: ({ url }: { url: string }) => void mails.push(url),
    }
    const context = setUpAuth({ ...config, adapter: { ...adapter, getUser }, providers: [password, mail] as never })
    const [ann, seven] = [context.browser(), context.browser()]
    await ann.post('/auth/signin/mail', { email: ANN })
    await ann.get(mails[0] ?? '')
    await seven.post('/auth/callback/password')
    for (const visitor of [ann, seven]) {
      expect(claimsOf(visitor)['authwright.user'] ?? []).not.toContain('with-address')
      expect(await visitor.session()).not.toBeNull()
    }
    expect(lookups).toEqual(['7'])
  })

  test('keeps a state that no jwt callback can set or clear', async () => {
    const forged: Partial<AuthConfig> = {
      ...config,
      callbacks: { jwt: ({ token }) => ({ ...token, 'authwright.user': [9_000_000_000, 0] }) },
    }
    const scene = await signUpMallory(forged)
    expect(claimsOf(scene.mallory)['authwright.user']).toContain('with-address')
    const ann = await verifyAnn(scene)
    expect(claimsOf(ann)['authwright.user']).not.toContain('with-address')
    expect(await scene.mallory.session()).toBeNull()
  })
})
