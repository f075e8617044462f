import { describe, expect, test } from 'vitest'
import { CredentialsSignin, errorInfo } from '../../src/errors.ts'
import type { AuthConfig, CredentialsConfig } from '../../src/index.ts'
import { fullLocation, location, setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'

class Locked extends CredentialsSignin {
  override code = 'locked'
}

const provider = (more: Partial<CredentialsConfig> = {}): CredentialsConfig => ({
  id: 'credentials',
  name: 'Password',
  type: 'credentials',
  credentials: { username: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
  authorize: ({ username, password }) => {
    if (password === 'locked') throw new Locked()
    if (password === 'broken') throw new Error('connection lost')
    return password === 'right' ? { id: 'u1', name: String(username), email: 'ann@example.org' } : null
  },
  ...more,
})

const site = (config: Partial<AuthConfig> = {}) => setUpAuth({ providers: [provider()], ...config })
const typed = (password: string, more: Record<string, string> = {}) => ({ username: 'Ann', password, ...more })

describe('signing in with a password', () => {
  test('signs in and redirects to the callback URL', async () => {
    const browser = site().browser()
    const response = await browser.post('/auth/callback/credentials', typed('right', { callbackUrl: '/members' }))
    expect(response.status).toBe(302)
    expect(location(response)).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ann', email: 'ann@example.org' } })
  })

  test('shows neither the id nor other members in the session', async () => {
    const browser = site().browser()
    await browser.post('/auth/callback/credentials', typed('right'))
    expect(await browser.session()).toEqual({
      user: { name: 'Ann', email: 'ann@example.org' },
      expires: '2030-01-31T12:00:00.000Z',
    })
  })

  test.each([
    ['wrong', `${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials`],
    ['locked', `${ORIGIN}/auth/signin?error=CredentialsSignin&code=locked`],
  ])('is refused if authorize says %s', async (password, target) => {
    const browser = site().browser()
    expect(location(await browser.post('/auth/callback/credentials', typed(password)))).toBe(target)
    expect(await browser.session()).toBeNull()
  })

  test('shows a configuration error if authorize throws, and logs the reason', async () => {
    const { browser, errors } = site()
    const response = await browser().post('/auth/callback/credentials', typed('broken'))
    expect(fullLocation(response)).toMatch(/\/auth\/error\?error=Configuration&reference=[0-9A-F]{8}$/)
    expect(errors[0]).toMatchObject({ type: 'CallbackRouteError', cause: { err: { message: 'connection lost' } } })
  })

  test.each([[undefined], [false], ['yes'], [7], [[]]])('treats %j from authorize as a refusal', async (returned) => {
    const authorize = (() => returned) as unknown as CredentialsConfig['authorize']
    const browser = setUpAuth({ providers: [provider({ authorize })] }).browser()
    expect(location(await browser.post('/auth/callback/credentials', typed('right')))).toContain(
      'error=CredentialsSignin',
    )
    expect(await browser.session()).toBeNull()
  })

  test.each([[{ name: 'without an id' }], [{ id: '' }]])(
    'shows a configuration error if authorize returns %j, and logs the line to add',
    async (returned) => {
      const authorize = (() => returned) as unknown as CredentialsConfig['authorize']
      const { browser, errors } = setUpAuth({ providers: [provider({ authorize })] })
      const visitor = browser()
      expect(location(await visitor.post('/auth/callback/credentials', typed('right')))).toContain(
        'error=Configuration',
      )
      expect(errorInfo(errors[0]).fix).toContain('({ id: String(user.id)')
      expect(await visitor.session()).toBeNull()
    },
  )

  test('without fields is a button on the sign-in page', async () => {
    const { credentials: _credentials, ...bare } = provider({ authorize: () => ({ id: 'u1', name: 'Ann' }) })
    const browser = setUpAuth({ providers: [bare as CredentialsConfig] }).browser()
    const page = await (await browser.get('/auth/signin')).text()
    expect(page).toMatch(/<form[^>]* action="\/auth\/callback\/credentials"[^]*Sign in with Password[^]*<\/form>/)
    await browser.post('/auth/callback/credentials', {})
    expect(await browser.session()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('passes the typed fields and a readable request to authorize, without the fields of the flow', async () => {
    let seen: unknown
    let form: unknown
    const authorize: CredentialsConfig['authorize'] = async (credentials, request) => {
      seen = credentials
      form = Object.fromEntries(await request.formData())
      return null
    }
    await setUpAuth({ providers: [provider({ authorize })] })
      .browser()
      .post('/auth/callback/credentials', typed('right', { callbackUrl: '/x', csrfToken: '', redirect: 'false' }))
    expect(seen).toEqual({ username: 'Ann', password: 'right' })
    expect(form).toEqual({ username: 'Ann', password: 'right' })
  })

  test.each([
    ['a number', { password: 7 }],
    ['a boolean', { password: true }],
    ['null', { password: null }],
    ['a number in a field that the entry does not declare', { password: 'right', row: 7 }],
    ['text in a checkbox that is a list', { password: 'right', remember: ['on'] }],
    ['an operator', { password: { $ne: '' } }],
    ['a number that is too large', { password: 'right', otp: '1e999' }],
  ])('is refused before authorize is called if JSON contains %s', async (_what, fields) => {
    let isCalled = false
    const credentials = { password: {}, otp: { type: 'number' }, remember: { type: 'checkbox' } }
    const authorize = () => {
      isCalled = true
      return { id: 'u1' }
    }
    const body = JSON.stringify(fields).replace('"1e999"', '1e999')
    const headers = { origin: ORIGIN, 'content-type': 'application/json' }
    const { auth } = setUpAuth({ providers: [provider({ credentials, authorize })] })
    const response = await auth.handle(
      new Request(`${ORIGIN}/auth/callback/credentials`, { method: 'POST', headers, body }),
    )
    expect(response.status).toBe(400)
    expect(isCalled).toBe(false)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('passes numbers and booleans of JSON to authorize if the entry declares them', async () => {
    let seen: unknown
    const credentials = { otp: { type: 'number' }, level: { type: 'range' }, remember: { type: 'checkbox' } }
    const authorize: CredentialsConfig['authorize'] = (typed) => {
      seen = typed
      return { id: 'u1' }
    }
    const { auth } = setUpAuth({ providers: [provider({ credentials, authorize })] })
    const fields = { otp: 123_456, level: '3', remember: true, password: 'right' }
    const headers = { origin: ORIGIN, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(fields) }
    expect((await auth.handle(new Request(`${ORIGIN}/auth/callback/credentials`, init))).status).toBe(302)
    expect(seen).toEqual(fields)
  })

  test('works with a custom provider id', async () => {
    const browser = setUpAuth({ providers: [provider({ id: 'staff' })] }).browser()
    await browser.post('/auth/callback/staff', typed('right'))
    expect(await browser.session()).not.toBeNull()
  })

  test('is not started by a link', async () => {
    const browser = site().browser()
    const response = await browser.get('/auth/callback/credentials?username=Ann&password=right')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await browser.session()).toBeNull()
  })

  test('responds with JSON to clients that ask for it', async () => {
    const response = await site()
      .browser()
      .post('/auth/callback/credentials', typed('wrong'), { origin: ORIGIN, 'x-auth-return-redirect': '1' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ url: `${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials` })
  })

  test('calls callbacks and events in this order', async () => {
    const trace: string[] = []
    const browser = site({
      callbacks: {
        signIn: ({ credentials }) => {
          trace.push(`C.signIn ${Object.keys(credentials ?? {}).join()}`)
          return true
        },
        jwt: ({ token, trigger, isNewUser }) => {
          trace.push(`C.jwt ${trigger} ${isNewUser}`)
          return token
        },
      },
      events: {
        signIn: ({ account }) => void trace.push(`E.signIn ${account?.providerAccountId}`),
      },
    }).browser()
    await browser.post('/auth/callback/credentials', typed('right'))
    expect(trace).toEqual(['C.signIn username,password', 'C.jwt signIn false', 'E.signIn u1'])
  })
})

describe('signing in with a password and database sessions', () => {
  test('works for a user of the database', async () => {
    const store = makeStore()
    store.users.set('u1', { id: 'u1', name: 'Ann', email: 'ann@example.org', emailVerified: null })
    const browser = site({ adapter: new StoreAdapter(store) }).browser()
    await browser.post('/auth/callback/credentials', typed('right'))
    expect(store.trace).toEqual(['A.getUser', 'A.createSession'])
    expect(store.sessions.size).toBe(1)
    expect(await browser.session()).toMatchObject({ user: { email: 'ann@example.org' } })
    expect(store.accounts).toEqual([])
  })

  test('reports an id without a user', async () => {
    const store = makeStore()
    const { browser, errors } = site({ adapter: new StoreAdapter(store) })
    const visitor = browser()
    const response = await visitor.post('/auth/callback/credentials', typed('right'))
    expect(location(response)).toContain('/auth/error?error=Configuration')
    expect(errors[0]?.message).toMatch(/not the id of a user in the database/)
    expect(store.sessions.size).toBe(0)
  })
})
