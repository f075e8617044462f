import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { fetchOptions, postResponse, register, setUpPasskeys } from '@authwright/test-kit/webauthn/passkey-setup'

const DAY = 86_400
const NAME = '__Host-authwright.session-token'
const ANN = { id: 'u1', name: 'Ann', email: 'ann@example.org', emailVerified: new Date(0) }
const password = { id: 'password', name: 'P', type: 'credentials' as const, credentials: {}, authorize: () => ANN }

const setUp = async (session: AuthConfig['session'] = {}, adapter = memoryAdapter()) => {
  if ((await adapter.getUser('u1')) === null) await adapter.createUser(ANN)
  const setup = setUpAuth({ adapter, providers: [password], session })
  const browser = setup.browser()
  await browser.post('/auth/callback/password')
  return { ...setup, adapter, visitor: browser }
}

const stayFor = async (browser: TestBrowser, days: number): Promise<void> => {
  for (let day = 0; day < days; day += 1) {
    browser.clock.forward(DAY)
    await browser.session()
  }
}

describe('the absolute age of a database session', () => {
  test('costs no write once the session cannot be extended any more', async () => {
    const setup = await setUp()
    await stayFor(setup.visitor, 61)
    const writes: unknown[] = []
    const { updateSession } = setup.adapter
    const counted = { ...setup.adapter, updateSession: (row: never) => (writes.push(row), updateSession(row)) }
    const site = setUpAuth({ adapter: counted, providers: [password] })
    site.clock.forward(62 * DAY)
    const browser = site.browser(Object.fromEntries(setup.visitor.cookies))
    for (let i = 0; i < 3; i += 1) expect((await browser.get('/auth/session')).headers.getSetCookie()).toEqual([])
    expect(writes).toEqual([])
  })

  test('holds for rows that expire later, after the option was lowered, and deletes them', async () => {
    const before = await setUp()
    const after = await setUp({ absoluteMaxAge: 7 * DAY }, before.adapter)
    const browser = after.browser(Object.fromEntries(before.visitor.cookies))
    expect(await browser.session()).toMatchObject({ expires: '2030-01-08T12:00:00.000Z' })
    expect((await browser.get('/auth/session')).headers.getSetCookie()).toEqual([])
    after.clock.forward(7 * DAY)
    expect([await browser.session(), browser.cookies.has(NAME)]).toEqual([null, false])
    expect([...after.adapter.state().sessions.keys()]).toEqual([after.visitor.cookies.get(NAME)])
  })

  test.each([
    ['another time', (token: string) => token.replace(/\..*/, '.zzzzzz')],
    ['no time', (token: string) => token.replace(/\..*/, '')],
  ])('cannot be moved: a token with %s opens no session', async (_what, change) => {
    const { visitor, browser } = await setUp()
    const token = visitor.cookies.get(NAME) ?? ''
    expect(change(token)).not.toBe(token)
    expect(await browser({ [NAME]: change(token) }).session()).toBeNull()
  })

  test('cannot be evaded in a database that ignores case, by another spelling of the token', async () => {
    const memory = memoryAdapter()
    const getSessionAndUser = (token: string) => memory.getSessionAndUser(token.toLowerCase())
    const { visitor, browser } = await setUp({}, { ...memory, getSessionAndUser })
    const thief = browser({ [NAME]: (visitor.cookies.get(NAME) ?? '').toUpperCase() })
    expect(await thief.session()).toBeNull()
    expect(await visitor.session()).not.toBeNull()
  })

  test('does not exist for tokens of generateSessionToken, also if they end like ours', async () => {
    const { visitor } = await setUp({ generateSessionToken: () => 'a token of the application.abc' })
    expect(visitor.cookies.get(NAME)).toContain('.abc')
    await stayFor(visitor, 100)
    expect(await visitor.session()).not.toBeNull()
  })

  test('does not exist for rows of an older version until the user signs in again', async () => {
    const { adapter, browser, clock } = await setUp()
    const sessionToken = 'a'.repeat(64)
    await adapter.createSession({ sessionToken, userId: 'u1', expires: new Date(clock.now() + 30 * DAY * 1000) })
    const old = browser({ [NAME]: sessionToken })
    await stayFor(old, 100)
    expect(await old.session()).not.toBeNull()
    await old.post('/auth/callback/password')
    await stayFor(old, 89)
    expect(await old.session()).not.toBeNull()
    await stayFor(old, 1)
    expect(await old.session()).toBeNull()
  })
})

describe.each(['database', 'jwt'] as const)('passkeys with %s sessions', (strategy) => {
  test('adding one gives the session a new token; removing one ends the other sessions', async () => {
    const adapter = memoryAdapter()
    const setup = setUpPasskeys({ adapter, config: { session: { strategy } } })
    const browser = setup.browser()
    const [first, second] = [new Passkey(), new Passkey()]
    await register(browser, first, 'ann@example.org')
    const before = browser.copy()
    await register(browser, second)
    expect(browser.cookies.get(NAME)).not.toBe(before.cookies.get(NAME))
    expect((await before.session()) === null).toBe(strategy === 'database')
    const other = setup.browser()
    const { options } = await fetchOptions(other, { action: 'authenticate' })
    await postResponse(other, 'authenticate', second.assert(options))
    expect(await other.session()).not.toBeNull()
    const credentialId = second.id.toString('base64url')
    await browser.post('/auth/account', { action: 'passkey-delete', credentialId })
    setup.clock.forward(strategy === 'jwt' ? DAY : 0)
    expect([await browser.session(), await other.session()]).toMatchObject([{ user: {} }, null])
  })
})

describe('a failure after the change of an account', () => {
  const withHub = async (broken: 'createSession' | 'deleteSession' | 'deleteSessions') => {
    const adapter = memoryAdapter()
    await adapter.createUser(ANN)
    for (const id of ['1', '2'])
      await adapter.linkAccount({ provider: 'hub', providerAccountId: id, type: 'oauth', userId: 'u1' })
    let isBroken = false
    const fails = () => {
      if (isBroken) throw new Error('the database is down')
    }
    const wrapped = {
      ...adapter,
      [broken]: (...args: never[]) => (fails(), Reflect.apply(adapter[broken], adapter, args)),
    }
    const hub = { id: 'hub', name: 'Hub', type: 'oauth' as const, clientId: 'c', clientSecret: 's' }
    const urls = { authorization: 'https://h.test/a', token: 'https://h.test/t', userinfo: 'https://h.test/u' }
    const setup = setUpAuth({ adapter: wrapped, providers: [password, { ...hub, ...urls }] })
    const browser = setup.browser()
    await browser.post('/auth/callback/password')
    isBroken = true
    const fields = { action: 'unlink', provider: 'hub', providerAccountId: '1' }
    const response = await browser.post('/auth/account', fields)
    isBroken = false
    return { setup, browser, response, adapter }
  }

  test.each(['createSession', 'deleteSession', 'deleteSessions'] as const)(
    'of %s signs no user out, and is logged',
    async (broken) => {
      const { setup, browser, response, adapter } = await withHub(broken)
      expect(response.headers.get('location')).toContain('done=unlinked')
      expect(adapter.state().accounts.size).toBe(1)
      expect(await browser.session()).toMatchObject({ user: { name: 'Ann' } })
      expect(setup.errors).toMatchObject([{ type: expect.stringMatching(/SessionTokenError|AdapterError/) }])
    },
  )
})
