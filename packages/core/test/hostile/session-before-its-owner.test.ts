import { memoryAdapter } from '@authwright/testing'
import type { MemoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import {
  finishSignIn,
  signInAt,
  startSignIn,
  setUpLinking,
  signUp,
  newProviderUser,
  signInByMail,
} from '@authwright/test-kit/linking/linking-setup'
import type { LinkingSetup } from '@authwright/test-kit/linking/linking-setup'
import { startProvider } from '@authwright/test-kit/oauth-provider'
import type { TestProvider } from '@authwright/test-kit/oauth-provider'
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
  readonly world: LinkingSetup & { readonly adapter: MemoryAdapter }
  /** Has an account with Ann's address, which nobody has proven. */
  readonly mallory: TestBrowser
}

/** Mallory was here before Ann. */
const waitForAnn = async (config: Partial<AuthConfig> = { session: { strategy: 'jwt' } }): Promise<Scene> => {
  const adapter = memoryAdapter()
  const world = { ...setUpLinking({ adapter, provider, config }), adapter }
  const { browser: mallory } = await signUp(world, newProviderUser({ email: ANN }))
  return { world, mallory }
}

/** Ann comes, by a mail to her address or by a provider that proves it. */
const annComes = async ({ world }: Scene, by: 'mail' | 'provider' = 'mail'): Promise<TestBrowser> => {
  const ann = world.browser()
  if (by === 'mail') await signInByMail(world, ann, ANN)
  else await signInAt(world, ann, 'sure', newProviderUser({ email: ANN, email_verified: true }))
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

describe.each(strategies)('whoever only claimed an address, once its owner has come (%s),', (strategy) => {
  test.each(['mail', 'provider'] as const)('has no session any more (by %s)', async (by) => {
    const scene = await waitForAnn(by === 'mail' ? { session: { strategy } } : withSure(strategy))
    const copy = scene.mallory.copy()
    expect(await scene.mallory.session()).toMatchObject({ user: { email: ANN } })
    const ann = await annComes(scene, by)
    expect(await scene.mallory.session()).toBeNull()
    // What is left there is asked about each time.
    expect(hasSession(scene.mallory)).toBe(strategy === 'jwt')
    expect([await scene.mallory.session(), await copy.session()]).toEqual([null, null])
    expect(await ann.session()).toMatchObject({ user: { email: ANN } })
  })

  test('cannot link by the sign-in that they had just made', async () => {
    const scene = await waitForAnn({ session: { strategy } })
    await annComes(scene)
    const loot = newProviderUser()
    await signInAt(scene.world, scene.mallory, 'ob', loot)
    const again = scene.world.browser()
    await signInAt(scene.world, again, 'ob', loot)
    expect((await again.session())?.user?.email).toBe(loot.email)
  })

  test('cannot link by an attempt that they left lying', async () => {
    const scene = await waitForAnn({ session: { strategy } })
    const url = await startSignIn(scene.mallory, 'ob')
    await annComes(scene)
    const loot = newProviderUser()
    expect(await finishSignIn(scene.world, scene.mallory, url, loot)).toContain('error=OAuthAccountNotLinked')
    const again = scene.world.browser()
    await signInAt(scene.world, again, 'ob', loot)
    expect((await again.session())?.user?.email).toBe(loot.email)
  })

  test('cannot finish a passkey that they had begun', async () => {
    const scene = await waitForAnn({ session: { strategy } })
    const { options } = await fetchOptions(scene.mallory, { action: 'register' })
    await annComes(scene)
    const passkey = new Passkey()
    await postResponse(scene.mallory, 'register', passkey.register(options))
    expect(scene.world.adapter.state().authenticators.size).toBe(0)
    expect((await fetchOptions(scene.mallory, { action: 'register' })).action).not.toBe('register')
  })
})

/** An application that signs people up by itself, with a password that it drops when somebody proves the address. */
const withPassword = async (config: Partial<AuthConfig>, more: Partial<MemoryAdapter> = {}) => {
  const adapter = memoryAdapter()
  await adapter.createUser({ id: 'u1', email: ANN, name: 'Ann', emailVerified: null })
  let hasPassword = true
  const urls: string[] = []
  const world = setUpLinking({
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
  const annComesByMail = async (): Promise<TestBrowser> => {
    const ann = world.browser()
    await ann.post('/auth/signin/mail', { email: ANN })
    await ann.get(urls.at(-1) ?? '')
    expect(await ann.session()).toMatchObject({ user: { email: ANN } })
    return ann
  }
  return { world, annComesByMail }
}

describe.each(strategies)('whoever came in by a password to an address that is not theirs (%s)', (strategy) => {
  test('is nobody once its owner has come, and can add nothing', async () => {
    const { world, annComesByMail } = await withPassword({ session: { strategy } })
    const mallory = world.browser()
    await mallory.post('/auth/callback/password')
    expect(await mallory.session()).toMatchObject({ user: { email: ANN } })
    const url = await startSignIn(mallory, 'ob')
    await annComesByMail()
    expect(await mallory.session()).toBeNull()
    const [left, fresh] = [newProviderUser(), newProviderUser()]
    await finishSignIn(world, mallory, url, left)
    await signInAt(world, mallory, 'ob', fresh)
    for (const loot of [left, fresh]) {
      const again = world.browser()
      await signInAt(world, again, 'ob', loot)
      expect((await again.session())?.user?.email).toBe(loot.email)
    }
  })
})

describe('a sign-in by password with the session in a cookie', () => {
  const jwt: Partial<AuthConfig> = { session: { strategy: 'jwt' } }

  test('is refused with an error while the database cannot be asked whether the address is proven', async () => {
    const down = () => Promise.reject(new Error('the database is down'))
    const { world } = await withPassword(jwt, { getUser: down, getUserByEmail: down })
    const visitor = world.browser()
    expect(location(await visitor.post('/auth/callback/password'))).toContain('error=Configuration')
    expect([hasSession(visitor), await visitor.session()]).toEqual([false, null])
    expect(world.errors).toMatchObject([{ type: 'AdapterError' }])
  })

  test('with an id that no user of the database can have goes on', async () => {
    const adapter = memoryAdapter()
    const getUser = () => Promise.reject(new Error('invalid input syntax for type uuid: "1"'))
    const user = { id: '1', name: 'J', email: 'j@example.org' }
    const password = { id: 'password', type: 'credentials', name: 'P', credentials: {}, authorize: () => user }
    for (const known of [[], [{ id: 'u7', email: user.email, emailVerified: null }]]) {
      for (const row of known) await adapter.createUser(row)
      const visitor = setUpAuth({ ...jwt, adapter: { ...adapter, getUser }, providers: [password] as never }).browser()
      await visitor.post('/auth/callback/password')
      expect(await visitor.session()).toMatchObject({ user: { email: user.email } })
    }
  })

  test('of somebody whom only the address finds is over once its owner has come', async () => {
    const adapter = memoryAdapter()
    await adapter.createUser({ id: 'u1', email: ANN, name: 'Ann', emailVerified: null })
    let fails = true
    const getUser = (id: string) => (fails ? Promise.reject(new Error('a copy is down')) : adapter.getUser(id))
    const { world, annComesByMail } = await withPassword(jwt, { ...adapter, getUser })
    const mallory = world.browser()
    await mallory.post('/auth/callback/password')
    fails = false
    expect(await mallory.session()).toMatchObject({ user: { email: ANN } })
    await annComesByMail()
    expect(await mallory.session()).toBeNull()
  })

  test('needs no database that can be asked for a user', async () => {
    const { getUser: _getUser, ...adapter } = memoryAdapter()
    const password = { id: 'password', type: 'credentials', name: 'P', credentials: {}, authorize: () => ({ id: '7' }) }
    const visitor = setUpAuth({ ...jwt, adapter, providers: [password] as never }).browser()
    await visitor.post('/auth/callback/password')
    expect(await visitor.session()).not.toBeNull()
  })

  test('of somebody proven goes on when they come by a mail', async () => {
    const { world, annComesByMail } = await withPassword(jwt)
    await world.adapter.updateUser?.({ id: 'u1', emailVerified: new Date(0) })
    const visitor = world.browser()
    await visitor.post('/auth/callback/password')
    await annComesByMail()
    expect(await visitor.session()).toMatchObject({ user: { email: ANN } })
  })
})

describe('a session in a cookie from before an address was proven', () => {
  test('goes on as long as nobody has proven it, and is over afterwards however often it was renewed or updated', async () => {
    const scene = await waitForAnn()
    const { mallory, world } = scene
    for (let i = 0; i < 3; i += 1) {
      world.clock.forward(2 * DAY)
      expect(await mallory.session()).toMatchObject({ user: { email: ANN } })
    }
    await mallory.post('/auth/session', { data: '{}' })
    expect(await mallory.session()).toMatchObject({ user: { email: ANN } })
    await annComes(scene)
    const update = await mallory.copy().post('/auth/session', { data: '{}' })
    expect([await update.json(), await mallory.session()]).toEqual([null, null])
  })

  test('is over when its user is gone', async () => {
    const { mallory, world } = await waitForAnn()
    const [id = ''] = world.adapter.state().users.keys()
    await world.adapter.deleteUser(id)
    for (let i = 0; i < 3; i += 1) expect(await mallory.session()).toBeNull()
    const update = await mallory.post('/auth/session', { data: '{}' })
    expect([await update.json(), update.headers.getSetCookie()]).toEqual([null, []])
    expect((await mallory.get('/auth/account')).status).not.toBe(200)
  })

  test('is there again when a copy of the database that did not know the user yet has caught up', async () => {
    const adapter = memoryAdapter()
    let isBehind = true
    const getUser = async (id: string) => (isBehind ? null : adapter.getUser(id))
    const world = setUpLinking({ adapter: { ...adapter, getUser }, provider, config: { session: { strategy: 'jwt' } } })
    const { browser: visitor } = await signUp(world, newProviderUser({ email: ANN }))
    expect(await visitor.session()).toBeNull()
    isBehind = false
    expect(await visitor.session()).toMatchObject({ user: { email: ANN } })
  })

  test('takes nothing from the browser of whoever proved it while a request was under way', async () => {
    const { world, mallory: person } = await waitForAnn()
    const late = new Request(`${ORIGIN}/auth/session`, { headers: { cookie: person.header } })
    await signInByMail(world, person, ANN)
    const answer = await world.auth.handle(late)
    expect([await answer.json(), answer.headers.getSetCookie()]).toEqual([null, []])
  })

  test('is over although the jwt callback names the person otherwise and makes its own claims', async () => {
    const seen: string[] = []
    const scene = await waitForAnn({
      session: { strategy: 'jwt' },
      callbacks: {
        jwt: ({ token }) => {
          seen.push(...Object.keys(token))
          return { sub: 'of the owner', email: token.email ?? null }
        },
      },
    })
    scene.world.clock.forward(2 * DAY)
    expect(await scene.mallory.session()).toMatchObject({ user: { email: ANN } })
    await annComes(scene)
    expect(await scene.mallory.session()).toBeNull()
    expect(seen.filter((name) => name.includes('unproven'))).toEqual([])
  })

  test('is an error and no sign-out while the database is down', async () => {
    const adapter = memoryAdapter()
    let isDown = false
    const getUser = (id: string) => {
      if (isDown) throw new Error('the database is down')
      return adapter.getUser(id)
    }
    const world = setUpLinking({ adapter: { ...adapter, getUser }, provider, config: { session: { strategy: 'jwt' } } })
    const { browser: visitor } = await signUp(world, newProviderUser({ email: ANN }))
    isDown = true
    const response = await visitor.get('/auth/session')
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    expect(world.errors.at(-1)).toMatchObject({ type: 'SessionTokenError' })
    await expect(world.auth.session(new Request(ORIGIN, { headers: { cookie: visitor.header } }))).rejects.toThrow(
      'The session could not be read',
    )
    const other = visitor.copy()
    expect(location(await other.post('/auth/signout'))).toBe(`${ORIGIN}/`)
    expect(hasSession(other)).toBe(false)
    isDown = false
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('is let through where no adapter can be asked, and stays what it was', async () => {
    const scene = await waitForAnn()
    const edge = setUpAuth({ providers: [] })
    const there = new TestBrowser(edge.auth, edge.clock, Object.fromEntries(scene.mallory.cookies))
    await annComes(scene)
    for (const { clock } of [edge, scene.world]) clock.forward(2 * DAY)
    expect(await there.session()).toMatchObject({ user: { email: ANN } })
    expect([...there.cookies.values()]).not.toEqual([...scene.mallory.cookies.values()])
    expect(await scene.world.browser(Object.fromEntries(there.cookies)).session()).toBeNull()
  })
})

describe('whoever proves an address themselves', () => {
  const codec: NonNullable<AuthConfig['jwt']> = {
    encode: ({ token }) => JSON.stringify(token),
    decode: ({ token }) => JSON.parse(token ?? 'null'),
  }
  const config: Partial<AuthConfig> = { session: { strategy: 'jwt' }, jwt: codec }
  const claimsOf = ({ cookies }: TestBrowser): Record<string, unknown> =>
    JSON.parse(decodeURIComponent([...cookies].find(([name]) => name.includes('session-token'))?.[1] ?? '{}'))

  test('by a mail has a session like any other from then on', async () => {
    const { world, mallory: person } = await waitForAnn(config)
    expect(claimsOf(person)).toMatchObject({ 'authwright.unproven': claimsOf(person)['sub'] })
    await signInByMail(world, person, ANN)
    expect(claimsOf(person)).not.toHaveProperty(['authwright.unproven'])
    expect(await person.session()).toMatchObject({ user: { email: ANN } })
  })

  test('by another address has a session like any other from then on, in that browser', async () => {
    const { world, mallory: person } = await waitForAnn(config)
    const elsewhere = person.copy()
    await person.post('/auth/account', { action: 'email-change', email: 'mine@example.org' })
    await person.get(world.notifications.at(-1)?.url ?? '')
    expect(claimsOf(person)).not.toHaveProperty(['authwright.unproven'])
    expect(await person.session()).toMatchObject({ user: { email: 'mine@example.org' } })
    expect(await elsewhere.session()).toBeNull()
  })

  test('costs no question to the database, and whoever is the application’s own one at the sign-in', async () => {
    const adapter = memoryAdapter()
    const asked: string[] = []
    const getUser = (id: string) => {
      asked.push(id)
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
      expect(claimsOf(visitor)).not.toHaveProperty(['authwright.unproven'])
      expect(await visitor.session()).not.toBeNull()
    }
    expect(asked).toEqual(['7'])
  })

  test('cannot be marked by a jwt callback, nor can anybody be unmarked', async () => {
    const forged: Partial<AuthConfig> = {
      ...config,
      callbacks: { jwt: ({ token }) => ({ ...token, 'authwright.unproven': 'somebody' }) },
    }
    const scene = await waitForAnn(forged)
    expect(claimsOf(scene.mallory)['authwright.unproven']).toBe(claimsOf(scene.mallory)['sub'])
    const ann = await annComes(scene)
    expect(claimsOf(ann)).not.toHaveProperty(['authwright.unproven'])
    expect(await scene.mallory.session()).toBeNull()
  })
})
