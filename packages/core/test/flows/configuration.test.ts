import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import { Auth, createAuth, setEnvDefaults, type AuthConfig, type CredentialsConfig } from '../../src/index.ts'
import { errorInfo } from '../../src/errors.ts'
import type { Adapter } from '../../src/adapters.ts'
import { Passkey } from '../../src/providers/passkey.ts'
import { location, setUpAuth, ORIGIN, SECRET } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'

const password: CredentialsConfig = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials',
  credentials: {},
  authorize: () => ({ id: 'u1' }),
}
const oauth = { id: 'oa', name: 'OA', type: 'oauth' as const, clientId: 'c' }
const mail = { id: 'email', name: 'E-mail', type: 'email' as const, sendVerificationRequest: () => undefined }

/** An adapter as other packages publish them. */
const lacking = (...methods: readonly (keyof Adapter)[]): Adapter =>
  Object.fromEntries(Object.entries(memoryAdapter()).filter(([name]) => !methods.some((method) => method === name)))

type Row = readonly [what: string, config: Record<string, unknown>, type: string]

const wrong: readonly Row[] = [
  ['no secret', { secret: undefined }, 'MissingSecret'],
  ['an empty list of secrets', { secret: [] }, 'MissingSecret'],
  ['a short secret', { secret: 'x'.repeat(31) }, 'WeakSecret'],
  ['a secret of spaces', { secret: ' '.repeat(40) }, 'WeakSecret'],
  ['a short one among good ones', { secret: [SECRET, 'short'] }, 'WeakSecret'],
  ['a secret that is a number', { secret: 7 }, 'InvalidConfig'],
  ['a secret for tokens that is not there', { account: { tokens: { secret: undefined } } }, 'MissingSecret'],
  ['an empty secret for tokens', { account: { tokens: { secret: '' } } }, 'MissingSecret'],
  ['no secret in the list for tokens', { account: { tokens: { secret: [] } } }, 'MissingSecret'],
  ['a short secret for tokens', { account: { tokens: { secret: [SECRET, 'short'] } } }, 'WeakSecret'],
  ['a secret for tokens that is a number', { account: { tokens: { secret: 7 } } }, 'InvalidConfig'],
  ['tokens stored by a text', { account: { tokens: { store: 'no' } } }, 'InvalidConfig'],
  ['tokens that are no object', { account: { tokens: true } }, 'InvalidConfig'],
  ['an untrusted host', { trustHost: false }, 'UntrustedHost'],
  ['a host trusted by a text', { trustHost: 'yes' }, 'InvalidConfig'],
  ['providers that are no list', { providers: {} }, 'InvalidConfig'],
  ['a provider that is null', { providers: [null] }, 'InvalidConfig'],
  ['a provider without a type', { providers: [{ id: 'x', name: 'X' }] }, 'InvalidProvider'],
  ['a provider whose id is a path', { providers: [{ ...password, id: '../x' }] }, 'InvalidProvider'],
  ['two providers with one id', { providers: [password, password] }, 'InvalidProvider'],
  ['two ids that differ by case', { providers: [password, { ...password, id: 'Credentials' }] }, 'InvalidProvider'],
  [
    'a provider function that throws',
    {
      providers: [
        () => {
          throw new Error('no')
        },
      ],
    },
    'InvalidConfig',
  ],
  ['OAuth without endpoints', { providers: [oauth] }, 'InvalidEndpoints'],
  [
    'OAuth without userinfo',
    { providers: [{ ...oauth, authorization: 'https://a.example', token: 'https://a.example' }] },
    'InvalidEndpoints',
  ],
  ['credentials without authorize', { providers: [{ ...password, authorize: undefined }] }, 'MissingAuthorize'],
  ['e-mail without a database', { providers: [mail] }, 'MissingAdapter'],
  ['database sessions without a database', { session: { strategy: 'database' } }, 'MissingAdapter'],
  ['an adapter that lacks methods', { adapter: { getUser: () => null }, providers: [mail] }, 'MissingAdapterMethods'],
  [
    'passkeys that are not switched on',
    { providers: [{ id: 'passkey', name: 'P', type: 'webauthn' }] },
    'ExperimentalFeatureNotEnabled',
  ],
  ['an unknown strategy', { session: { strategy: 'cookie' } }, 'InvalidConfig'],
  ['a maxAge that is a text', { session: { maxAge: '30d' } }, 'InvalidConfig'],
  ['a maxAge of nothing', { session: { maxAge: 0 } }, 'InvalidConfig'],
  ['a base path without a slash', { basePath: 'auth' }, 'InvalidConfig'],
  ['a base path that is a pattern', { basePath: '/a[u]th' }, 'InvalidConfig'],
  ['a callback that is no function', { callbacks: { jwt: true } }, 'InvalidConfig'],
  ['an event that is no function', { events: { signIn: 'x' } }, 'InvalidConfig'],
  ['a page that is no address', { pages: { signIn: 'javascript:alert(1)' } }, 'InvalidConfig'],
  ['an origin that is none', { origin: 'app.example.com' }, 'InvalidConfig'],
  ['a cookie name that is none', { cookies: { sessionToken: { name: 'a b' } } }, 'InvalidConfig'],
  ['two cookies of one name', { cookies: { sessionToken: { name: 'a' }, csrfToken: { name: 'a' } } }, 'InvalidConfig'],
]

describe.each(wrong)('with %s', (_what, config, type) => {
  const context = setUpAuth({ providers: [password], ...config } as Partial<AuthConfig>)

  test(`nothing works, and the log says ${type}`, async () => {
    const response = await context.browser().get('/auth/session')
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      error: 'Configuration',
      message: expect.stringContaining('server configuration'),
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(context.errors[0]).toMatchObject({ type })
  })

  test('a user sees a page with a reference', async () => {
    const response = await context.browser().get('/auth/signin')
    expect(response.status).toBe(500)
    expect(await response.text()).toMatch(/[0-9A-F]{8}/)
  })

  test('server code gets the error, never something that looks like a session', async () => {
    await expect(context.auth.session({ url: ORIGIN, headers: new Headers() })).rejects.toMatchObject({ type })
  })
})

test('the error about a short secret says how to make one', async () => {
  const { browser, errors } = setUpAuth({ secret: 'short' })
  await browser().get('/auth/session')
  expect(errors[0]?.message).toContain('openssl rand -base64 33')
})

test('an unknown option warns once, with a suggestion', async () => {
  const told: string[] = []
  const logger = { warn: (code: string, ...more: unknown[]) => void told.push([code, ...more].join(' ')) }
  const config = { providers: [], secret: SECRET, trustHost: true, logger, callback: {} } as AuthConfig
  for (let i = 0; i < 3; i += 1) {
    await createAuth(config).handle(new Request(`${ORIGIN}/auth/session`))
    await createAuth({ ...config }).handle(new Request(`${ORIGIN}/auth/session`))
  }
  expect(told).toEqual(['unknown-option "callback" is not an option of this library; did you mean "callbacks"?'])
})

test.each([
  [{ callbacks: { signin: () => false } }, 'callbacks.signin', 'signIn'],
  [{ callbacks: { authorize: () => false } }, 'callbacks.authorize', undefined],
  [{ callbacks: { Authorized: () => false } }, 'callbacks.Authorized', undefined],
  [{ authorized: () => false }, 'authorized', undefined],
  [{ events: { signout: () => undefined } }, 'events.signout', 'signOut'],
  [{ i18n: { locale: ['de'] } }, 'i18n.locale', 'locales'],
  [{ pages: { signin: '/login' } }, 'pages.signin', 'signIn'],
  [{ session: { maxage: 3600 } }, 'session.maxage', 'maxAge'],
  [{ cookies: { session: { name: 's' } } }, 'cookies.session', 'sessionToken'],
])('an unknown option within a group warns: %j', async (written, option, meant) => {
  const told: string[] = []
  const logger = { warn: (code: string, ...more: unknown[]) => void told.push([code, ...more].join(' ')) }
  await setUpAuth({ ...(written as Partial<AuthConfig>), logger })
    .browser()
    .get('/auth/session')
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
  expect(told).toEqual([`unknown-option "${option}" is not an option of this library${hint}`])
})

test('the callback that only next-auth calls is accepted', async () => {
  const { log, browser } = setUpAuth({ callbacks: { authorized: () => false } } as Partial<AuthConfig>)
  await browser().get('/auth/session')
  expect(log).toEqual([])
})

test('every known option of a group is accepted', async () => {
  const { log, browser } = setUpAuth({
    callbacks: { jwt: ({ token }) => token, redirect: ({ baseUrl }) => baseUrl, signIn: () => true },
    events: { signIn: () => undefined, unlinkAccount: () => undefined, deleteAuthenticator: () => undefined },
    i18n: { locales: ['en'], messages: {} },
    pages: { signIn: '/in', signOut: '/out', error: '/error', verifyRequest: '/sent', newUser: '/new' },
    session: { strategy: 'jwt', maxAge: 60, updateAge: 0, cookieCacheSize: 1, generateSessionToken: () => 't' },
    cookies: { lastProvider: { name: 'l' }, webauthnChallenge: { name: 'w' } },
  })
  await browser().get('/auth/session')
  expect(log).toEqual([])
})

test('an unknown option of account warns too, because a typing error would leave tokens in clear', async () => {
  const account = { recentSignin: 60, tokens: { secrets: SECRET } }
  const { browser, log } = setUpAuth({ account } as Partial<AuthConfig>, {})
  await browser().get('/auth/session')
  expect(log.filter((line) => line === 'unknown-option')).toHaveLength(2)
})

test.each<[what: string, config: Partial<AuthConfig>, codes: readonly string[]]>([
  ['mails and cannot count', { adapter: lacking('incrementCounter'), providers: [mail] }, ['mails-unlimited']],
  ['mails and can', { adapter: memoryAdapter(), providers: [mail] }, []],
  ['no mails', { adapter: lacking('incrementCounter'), providers: [password] }, []],
  ['no database', { providers: [password] }, []],
])('warns once at start that mails are not limited, and only then: %s', async (_what, config, codes) => {
  const { browser, log } = setUpAuth(config)
  await browser().get('/auth/session')
  await browser().get('/auth/signin')
  expect(log).toEqual(codes)
})

const entry = {
  ...oauth,
  authorization: 'https://a.example',
  token: 'https://a.example',
  userinfo: 'https://a.example',
}
const stated = { ...entry, emailVerified: () => false }
const joining = { ...entry, allowDangerousEmailAccountLinking: true }
const removal: readonly (keyof Adapter)[] = ['listAccounts', 'unlinkAccount', 'deleteSessions']

type Claimed = [what: string, config: Partial<AuthConfig>, isWarned: boolean]

const without = (method: keyof Adapter): Claimed => [
  `mails beside OAuth, without ${method}`,
  { adapter: lacking(method), providers: [entry, mail] },
  true,
]

test.each<Claimed>([
  ...removal.map(without),
  ['a provider that joins by address', { adapter: lacking(...removal), providers: [joining] }, true],
  [
    'one that joins by its options',
    { adapter: lacking(...removal), providers: [{ ...entry, options: { allowDangerousEmailAccountLinking: true } }] },
    true,
  ],
  ['mails beside OAuth, and every method', { adapter: memoryAdapter(), providers: [joining, mail] }, false],
  ['OAuth alone, without linking by address', { adapter: lacking(...removal), providers: [entry] }, false],
  ['mails alone, which prove every address', { adapter: lacking(...removal), providers: [mail] }, false],
  [
    'passkeys, which wait for the mail',
    { adapter: lacking(...removal), providers: [Passkey(), mail], experimental: { enableWebAuthn: true } },
    false,
  ],
  ['passwords beside mails', { adapter: lacking('deleteSessions'), providers: [password, mail] }, true],
  [
    'passwords with sessions in cookies',
    { adapter: lacking(...removal), providers: [password, mail], session: { strategy: 'jwt' } },
    false,
  ],
  [
    'passwords of verified users only',
    { adapter: lacking(...removal), providers: [password, mail], requireVerifiedEmail: true },
    false,
  ],
  ['passwords beside mails, and every method', { adapter: memoryAdapter(), providers: [password, mail] }, false],
  [
    'passwords alone',
    { adapter: lacking(...removal), providers: [password], session: { strategy: 'database' } },
    false,
  ],
  ['no database', { providers: [joining] }, false],
])(
  'warns once at start if a verification cannot remove what was attached before: %s',
  async (_what, config, isWarned) => {
    const { browser, log } = setUpAuth(config)
    await browser().get('/auth/session')
    await browser().get('/auth/signin')
    expect(log.filter((code) => code === 'unverified-kept')).toHaveLength(isWarned ? 1 : 0)
  },
)

test('the warning about the removal names every missing method', async () => {
  const told: unknown[] = []
  const logger = { warn: (...written: unknown[]) => void told.push(written) }
  const { browser } = setUpAuth({ adapter: lacking(...removal), providers: [stated, mail], logger })
  await browser().get('/auth/session')
  const text =
    'the adapter has no listAccounts and no unlinkAccount and no deleteSessions, so an account or a session from before an e-mail address was verified stays afterwards'
  expect(told).toStrictEqual([['unverified-kept', text]])
})

test.each<[config: Partial<AuthConfig>, line: string]>([
  [{ providers: [password, mail] }, 'requireVerifiedEmail: true'],
  [{ providers: [password, { ...joining, emailVerified: () => true }] }, "session: { strategy: 'jwt' }"],
])('the warning about sessions of authorize names the line to add', async (config, line) => {
  const told: unknown[] = []
  const logger = { warn: (...written: unknown[]) => void told.push(written) }
  const adapter = lacking('deleteSessions')
  const session = { strategy: 'database' as const }
  await setUpAuth({ adapter, session, logger, ...config })
    .browser()
    .get('/auth/session')
  const text = `the adapter has no deleteSessions, so an account or a session from before an e-mail address was verified stays afterwards; for users of authorize, set ${line}`
  expect(told).toContainEqual(['unverified-kept', text])
})

/** The texts of the warnings about addresses for which no option states whether they are verified. */
const unstatedIn = async (config: Partial<AuthConfig>): Promise<readonly string[]> => {
  const told: string[] = []
  const logger = { warn: (code: string, text: unknown) => void (code === 'email-unstated' && told.push(String(text))) }
  const { browser } = setUpAuth({ ...config, logger })
  await browser().get('/auth/session')
  return told
}

const oidc = { id: 'op', name: 'OP', type: 'oidc' as const, issuer: 'https://op.example.com', clientId: 'c' }
const unstated = (id: string): string => `no option states whether provider "${id}" verifies e-mail addresses, so `
const OWN_LINE = 'add emailVerified: (profile) => profile.email_verified === true'

test('warns at start of an issuer whose claim does not count, with the option to add', async () => {
  const text = `its claim email_verified does not count: add trustAllEmails: true if you chose the provider, or emailDomains: ['example.com'] if a tenant did`
  expect(await unstatedIn({ providers: [oidc] })).toEqual([unstated('op') + text])
  for (const statement of [
    { trustAllEmails: true },
    { trustAllEmails: false },
    { emailDomains: ['example.com'] },
    { emailVerified: () => false },
  ])
    expect(await unstatedIn({ providers: [{ ...oidc, ...statement }] })).toEqual([])
})

test('warns at start of a provider that links by address and does not say whether it verifies addresses', async () => {
  const text = `an account with any address is linked to the user who has the address: ${OWN_LINE}`
  expect(await unstatedIn({ adapter: memoryAdapter(), providers: [joining] })).toEqual([unstated('oa') + text])
  expect(
    await unstatedIn({ adapter: memoryAdapter(), providers: [{ ...joining, emailVerified: () => true }] }),
  ).toEqual([])
})

test('warns at start of a provider whose addresses are not stored', async () => {
  const text = `its addresses are not stored, because the adapter has no listAccounts: ${OWN_LINE}`
  const adapter = lacking('listAccounts')
  expect(await unstatedIn({ adapter, providers: [entry, mail] })).toEqual([unstated('oa') + text])
  expect(await unstatedIn({ adapter, providers: [stated, mail] })).toEqual([])
  expect(await unstatedIn({ adapter, providers: [entry] })).toEqual([])
  expect(await unstatedIn({ adapter: memoryAdapter(), providers: [entry, mail] })).toEqual([])
})

test('does not warn of a missing deleteSessions with sessions in cookies, which end without it', async () => {
  const config = { adapter: lacking('deleteSessions'), providers: [entry, mail], session: { strategy: 'jwt' as const } }
  expect(await unstatedIn(config)).toEqual([])
  const { browser, log } = setUpAuth(config)
  await browser().get('/auth/session')
  expect(log).not.toContain('unverified-kept')
})

test('a frozen config works and is not changed', async () => {
  const providers: AuthConfig['providers'] = [Object.freeze({ ...password })]
  Object.freeze(providers)
  const config: AuthConfig = Object.freeze({
    providers,
    secret: SECRET,
    trustHost: true,
  })
  expect((await createAuth(config).handle(new Request(`${ORIGIN}/auth/signin`))).status).toBe(200)
  expect(Object.keys(config)).toEqual(['providers', 'secret', 'trustHost'])
})

test('a replaced member of the config takes effect', async () => {
  const config: AuthConfig = { providers: [], secret: SECRET, trustHost: true }
  const auth = createAuth(config)
  expect(await (await auth.handle(new Request(`${ORIGIN}/auth/providers`))).json()).toEqual({})
  config.providers = [password]
  expect(await (await auth.handle(new Request(`${ORIGIN}/auth/providers`))).json()).toEqual({
    credentials: {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      signinUrl: `${ORIGIN}/auth/signin/credentials`,
      callbackUrl: `${ORIGIN}/auth/callback/credentials`,
    },
  })
})

test('a provider function is called once, however many requests come', async () => {
  let calls = 0
  const provider = () => {
    calls += 1
    return password
  }
  const config = (): AuthConfig => ({ providers: [provider], secret: SECRET, trustHost: true })
  for (let i = 0; i < 10; i += 1) await createAuth(config()).handle(new Request(`${ORIGIN}/auth/session`))
  expect(calls).toBe(1)
})

describe('the canonical origin', () => {
  const context = setUpAuth({ providers: [password], origin: 'https://real.example', trustHost: false })

  test.each(['https://evil.test', 'http://app.example.com'])('wins over %s', async (host) => {
    const response = await context.auth.handle(
      new Request(`${host}/auth/providers`, { headers: { 'x-forwarded-host': 'evil.test' } }),
    )
    expect(await response.text()).not.toContain('evil.test')
    expect(JSON.stringify(await (await context.auth.handle(new Request(`${host}/auth/providers`))).json())).toContain(
      'https://real.example/auth',
    )
  })

  test('decides how cookies are named and what is the same origin', async () => {
    const request = new Request('http://inner:3000/auth/callback/credentials', {
      method: 'POST',
      headers: { origin: 'https://real.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    const response = await context.auth.handle(request)
    expect(location(response)).toBe('https://real.example/')
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-authwright\.session-token=/)
  })
})

test('two hosts at the same time each get their own URLs', async () => {
  const auth = createAuth({ providers: [password], secret: SECRET, trustHost: true })
  const hosts = Array.from({ length: 20 }, (_, i) => `https://h${i % 2}.example`)
  const texts = await Promise.all(
    hosts.map(async (host) => (await auth.handle(new Request(`${host}/auth/providers`))).text()),
  )
  texts.forEach((text, i) => expect(text).toContain(hosts[i]))
})

describe('a page that is a built-in route', () => {
  test.each([
    ['signIn', '/auth/signout'],
    ['signIn', '/auth/error'],
    ['signIn', '/auth/callback/credentials'],
    ['signIn', 'https://app.example.com/auth/signout?x=1'],
    ['signOut', '/auth/signin/'],
    ['error', '/auth//signout'],
    ['verifyRequest', '/auth/signin'],
    ['newUser', '/auth/signout'],
  ])('with another purpose is refused at start: %s is %s', async (name, page) => {
    const { browser, errors } = setUpAuth({ origin: ORIGIN, pages: { [name]: page } })
    expect((await browser().get('/auth/session')).status).toBe(500)
    expect(errors[0]).toMatchObject({ type: 'InvalidConfig' })
    expect(String(errors[0])).toContain(`pages.${name}: "${page}"`)
  })

  test.each([
    ['signIn', '/auth/signin'],
    ['signIn', '/auth/login'],
    ['signIn', '/authors/signout'],
    ['signIn', 'https://login.example.com/auth/signout'],
    ['error', '/auth/signin'],
    ['verifyRequest', '/auth/verify-request'],
    ['newUser', '/auth/account'],
  ])('with the same purpose, or of the application, is accepted: %s is %s', async (name, page) => {
    const { browser } = setUpAuth({ origin: ORIGIN, pages: { [name]: page } })
    expect((await browser().get('/auth/session')).status).toBe(200)
  })

  test('and shows errors on the sign-in page causes no redirect loop', async () => {
    const browser = setUpAuth({ providers: [password], pages: { error: '/auth/signin' } }).browser()
    const response = await browser.get('/auth/error?error=AccessDenied')
    expect(location(response)).toBe(`${ORIGIN}/auth/signin?error=AccessDenied`)
    expect((await browser.get(location(response))).status).toBe(200)
  })
})

describe('pages of the application', () => {
  const context = setUpAuth({
    providers: [password],
    pages: {
      signIn: '/login?lang=de',
      signOut: '/bye',
      error: 'https://help.example/error?x=1',
      verifyRequest: '/check',
    },
  })

  test.each([
    [
      '/auth/signin?callbackUrl=/a&error=OAuthCallbackError',
      `${ORIGIN}/login?lang=de&callbackUrl=${encodeURIComponent(`${ORIGIN}/a`)}&error=OAuthCallbackError`,
    ],
    ['/auth/signout', `${ORIGIN}/bye`],
    ['/auth/error?error=AccessDenied', 'https://help.example/error?x=1&error=AccessDenied'],
    ['/auth/error', 'https://help.example/error?x=1'],
    ['/auth/error?error=a%26b=c', 'https://help.example/error?x=1'],
    ['/auth/error?error=Call+us+now', 'https://help.example/error?x=1'],
    ['/auth/verify-request?provider=email&type=email', `${ORIGIN}/check?provider=email&type=email`],
  ])('%s redirects to %s', async (path, target) => {
    expect(location(await context.browser().get(path))).toBe(target)
  })

  test('get the errors of flows', async () => {
    const failing = setUpAuth({
      providers: [{ ...password, authorize: () => null }],
      pages: { signIn: '/login?lang=de' },
    })
    expect(location(await failing.browser().post('/auth/callback/credentials'))).toBe(
      `${ORIGIN}/login?lang=de&error=CredentialsSignin&code=credentials`,
    )
  })

  test('an error page that requires a sign-in causes no redirect loop', async () => {
    const looping = setUpAuth({ secret: 'short', pages: { error: '/oops' } })
    const response = await looping.browser().get('/auth/signin?callbackUrl=%2Foops')
    expect(response.status).toBe(500)
    expect(looping.errors.at(-1)).toMatchObject({ type: 'ErrorPageLoop' })
  })
})

test('the root and a path of several segments both work as the base path', async () => {
  const root = setUpAuth({ providers: [password], basePath: '/' })
  expect((await root.browser().get('/session')).status).toBe(200)
  const deep = setUpAuth({ providers: [password], basePath: '/my/app/auth/' })
  expect((await deep.browser().get('/my/app/auth/session')).status).toBe(200)
})

test('events that throw are logged and change nothing', async () => {
  const store = makeStore()
  store.users.set('u1', { id: 'u1', email: 'a@example.org', emailVerified: null })
  const throwing = (): never => {
    throw new Error('the audit log is full')
  }
  const context = setUpAuth({
    providers: [password],
    adapter: new StoreAdapter(store),
    events: { signIn: throwing, session: throwing, signOut: throwing },
  })
  const browser = context.browser()
  await browser.post('/auth/callback/credentials')
  expect(await browser.session()).not.toBeNull()
  await browser.post('/auth/signout')
  expect(await browser.session()).toBeNull()
  expect(context.errors.map((error) => (error as { type?: string }).type)).toEqual([
    'EventError',
    'EventError',
    'EventError',
  ])
})

describe('signing out', () => {
  test.each(['jwt', 'database'] as const)('ends the session and emits signOut (%s)', async (strategy) => {
    const store = makeStore()
    store.users.set('u1', { id: 'u1', email: 'a@example.org', emailVerified: null })
    const told: unknown[] = []
    const context = setUpAuth({
      providers: [password],
      adapter: new StoreAdapter(store),
      session: { strategy },
      events: { signOut: (message) => void told.push(Object.keys(message)) },
    })
    const browser = context.browser()
    await browser.post('/auth/callback/credentials')
    const thief = browser.copy()
    expect(location(await browser.post('/auth/signout', { callbackUrl: '/bye' }))).toBe(`${ORIGIN}/bye`)
    expect(await browser.session()).toBeNull()
    expect(told).toEqual([[strategy === 'jwt' ? 'token' : 'session']])
    expect((await thief.session()) === null).toBe(strategy === 'database')
  })

  test('clears the cookie even if the database is down, and logs the failure', async () => {
    const store = makeStore()
    store.users.set('u1', { id: 'u1', email: 'a@example.org', emailVerified: null })
    const context = setUpAuth({ providers: [password], adapter: new StoreAdapter(store) })
    const browser = context.browser()
    await browser.post('/auth/callback/credentials')
    store.broken.add('deleteSession')
    await browser.post('/auth/signout')
    expect([...browser.cookies.keys()].some((name) => name.includes('session-token'))).toBe(false)
    expect(context.errors[0]).toMatchObject({ type: 'SignOutError' })
  })

  test('twice, or without a session, is no error', async () => {
    const browser = setUpAuth({ providers: [password] }).browser()
    expect(location(await browser.post('/auth/signout'))).toBe(`${ORIGIN}/`)
    expect(location(await browser.post('/auth/signout'))).toBe(`${ORIGIN}/`)
  })
})

describe('without NODE_ENV', () => {
  const respond = async (origin: string, env: Record<string, string> = {}) => {
    const errors: Error[] = []
    const config: AuthConfig = {
      providers: [password],
      secret: SECRET,
      logger: { error: (error) => errors.push(error) },
    }
    setEnvDefaults(env, config)
    const { status } = await Auth(new Request(`${origin}/auth/session`), config)
    return { status, fix: errors[0] && errorInfo(errors[0]).fix }
  }

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://app.localhost'])(
    'a request to this machine is trusted (%s)',
    async (origin) => {
      expect(await respond(origin)).toEqual({ status: 200, fix: undefined })
    },
  )

  test.each(['http://192.168.0.7:3000', 'https://app.example.com', 'http://localhost.example.com'])(
    'a request to another host is refused with the line to add (%s)',
    async (origin) => {
      expect(await respond(origin)).toEqual({ status: 500, fix: expect.stringContaining('AUTH_TRUST_HOST=true') })
      expect((await respond(origin, { AUTH_TRUST_HOST: 'true' })).status).toBe(200)
    },
  )

  test('a request to this machine is refused in production, and without the environment', async () => {
    expect((await respond('http://localhost:3000', { NODE_ENV: 'production' })).status).toBe(500)
    const config = { providers: [password], secret: SECRET, logger: { error: () => undefined } }
    expect((await Auth(new Request('http://localhost:3000/auth/session'), config)).status).toBe(500)
  })
})
