import { describe, expect, test } from 'vitest'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { setUpEmail, type EmailSetupOptions } from '@authwright/test-kit/email/email-setup'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import GitHub from '../../src/providers/github.ts'
import Passkey from '../../src/providers/passkey.ts'
import { allOf, readPage, textOf, type Element } from './read-page.ts'

const ANN = 'ann@example.org'
const COOKIE = '__Host-authwright.sign-in-input'
const STEP = `${ORIGIN}/auth/signin?step=methods`

const password = (name = 'email', type = 'email') =>
  Credentials({
    credentials: { [name]: { label: 'Email', type }, password: { label: 'Password', type: 'password' } },
    authorize: (typed) => (typed['password'] === 'right' ? { id: '1', name: 'Ann', email: ANN } : null),
  })

const setUp = (otherProviders: AuthConfig['providers'] = [password()], options: EmailSetupOptions = {}) =>
  setUpEmail({}, { otherProviders, ...options, config: { session: { strategy: 'jwt' }, ...options.config } })

const open = async (browser: TestBrowser, path: string): Promise<Element> =>
  readPage(await (await browser.get(path)).text())

const follow = async (browser: TestBrowser, response: Response): Promise<Element> => {
  const { pathname, search } = new URL(fullLocation(response))
  return open(browser, pathname + search)
}

const inputs = (root: Element): readonly (string | undefined)[] =>
  allOf(root, 'input')
    .filter(({ attributes }) => attributes.get('type') !== 'hidden')
    .map(({ attributes }) => `${attributes.get('name')}=${attributes.get('value') ?? ''}`)
const buttons = (root: Element): readonly string[] => allOf(root, 'button').map((button) => textOf(button).trim())
const alerts = (root: Element): readonly string[] =>
  allOf(root)
    .filter(({ attributes }) => attributes.get('role') === 'alert' && !attributes.has('hidden'))
    .map(textOf)

describe('the first step', () => {
  test('has one field for the methods that need an address', async () => {
    const root = await open(setUp().browser(), '/auth/signin')
    expect(inputs(root)).toEqual(['email='])
    expect(buttons(root)).toEqual(['Continue'])
  })

  test('leads to the methods, without the address in the URL, the log or readable in a cookie', async () => {
    const setup = setUp()
    const browser = setup.browser()
    const response = await browser.post('/auth/signin', { email: ` ${ANN} `, callbackUrl: '/members' })
    expect([response.status, fullLocation(response)]).toEqual([302, STEP])
    expect(browser.header).not.toMatch(/ann/i)
    expect(JSON.stringify([setup.log, setup.errors])).not.toContain('ann')
    const root = await follow(browser, response)
    expect(textOf(root)).toContain(ANN)
    expect(inputs(root)).toEqual([`email=${ANN}`, 'password=', `email=${ANN}`])
    expect(buttons(root)).toEqual(['Sign in', 'Continue with email'])
    const done = await browser.post('/auth/callback/credentials', { email: ANN, password: 'right' })
    expect(location(done)).toBe(`${ORIGIN}/members`)
    expect(browser.cookies.has(COOKIE)).toBe(false)
  })

  test('leads to the same page whether the user exists or not, and sends nothing', async () => {
    const setup = setUp()
    await setup.adapter.createUser({ id: '1', email: ANN, emailVerified: new Date() })
    const pages = await Promise.all(
      [ANN, 'bob@example.org'].map(async (email) => {
        const browser = setup.browser()
        const root = await follow(browser, await browser.post('/auth/signin', { email }))
        const [main] = allOf(root, 'main')
        const csrf = allOf(root, 'input').find(({ attributes }) => attributes.get('name') === 'csrfToken')
        const text = JSON.stringify(main, (_, value: unknown) => (value instanceof Map ? [...value] : value))
        const [name = ''] = email.split('@')
        return text.replaceAll(csrf?.attributes.get('value') ?? '', 'token').replaceAll(name, 'name')
      }),
    )
    expect(pages[0]).toBe(pages[1])
    expect(setup.mails).toEqual([])
  })

  test('shows nothing of an address to a later visitor, and keeps it for ten minutes', async () => {
    const setup = setUp()
    const browser = setup.browser()
    await browser.post('/auth/signin', { email: ANN })
    expect(inputs(await open(browser, '/auth/signin'))).toEqual(['email='])
    // The link "Change" leads here.
    expect(inputs(await open(browser, '/auth/signin?step=identifier'))).toEqual([`email=${ANN}`])
    setup.clock.forward(601)
    expect(inputs(await open(browser, '/auth/signin?step=methods'))).toEqual(['email='])
  })

  test('is refused to another site, and asks again for an empty address', async () => {
    const browser = setUp().browser()
    const foreign = await browser.post('/auth/signin', { email: ANN }, { origin: 'https://evil.example' })
    expect(location(foreign)).toBe(`${ORIGIN}/auth/signin?error=MissingCSRF`)
    expect(browser.cookies.has(COOKIE)).toBe(false)
    expect(location(await browser.post('/auth/signin', { email: ' ' }))).toBe(`${ORIGIN}/auth/signin`)
  })

  const two = [password(), { ...password(), id: 'b' }]
  test.each([
    ['an e-mail provider alone', [], ['email='], ['Continue with email']],
    ['a form with other fields', [password('tenant', 'text')], ['email=', 'tenant=', 'password='], undefined],
    ['two password providers', two, ['email=', 'email=', 'password=', 'email=', 'password='], undefined],
  ])('does not replace %s', async (_, otherProviders, fields, labels = expect.any(Array)) => {
    const root = await open(setUp(otherProviders).browser(), '/auth/signin')
    expect(buttons(root)).not.toContain('Continue')
    expect([inputs(root), buttons(root)]).toEqual([fields, labels])
  })

  test('does not replace a password without e-mail', async () => {
    const root = await open(setUp([], { config: { providers: [password()] } }).browser(), '/auth/signin')
    expect([inputs(root), buttons(root)]).toEqual([['email=', 'password='], ['Sign in']])
  })

  test('accepts a user name, which no e-mail can be sent to', async () => {
    const browser = setUp([password('username', 'text')]).browser()
    const root = await open(browser, '/auth/signin')
    expect(allOf(root, 'label').map(textOf)).toEqual(['Email address or user name'])
    const methods = await follow(browser, await browser.post('/auth/signin', { email: 'ann' }))
    expect(inputs(methods)).toEqual(['username=ann', 'password='])
    expect(buttons(methods)).toEqual(['Sign in'])
    const both = await follow(browser, await browser.post('/auth/signin', { email: ANN }))
    expect(buttons(both)).toEqual(['Sign in', 'Continue with email'])
  })

  test('offers passkeys in the field, with a button that posts without a ceremony', async () => {
    const config = { experimental: { enableWebAuthn: true } }
    const root = await open(setUp([password(), Passkey()], { config }).browser(), '/auth/signin')
    const [field] = allOf(root, 'input').filter(({ attributes }) => attributes.get('name') === 'email')
    expect(field?.attributes.get('autocomplete')).toBe('username webauthn')
    const [next, passkey] = allOf(root, 'button')
    expect(next?.attributes.get('formaction')).toBe('/auth/signin')
    // Without its script the button would do nothing.
    expect(passkey?.attributes.has('hidden')).toBe(true)
  })
})

describe('after a failure', () => {
  test('a wrong password keeps the address, and the message stands at the password', async () => {
    const setup = setUp()
    const browser = setup.browser()
    await browser.post('/auth/signin', { email: ANN })
    const wrong = await browser.post('/auth/callback/credentials', { email: ANN, password: 'wrong' })
    expect(fullLocation(wrong)).toBe(`${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials`)
    expect(JSON.stringify([setup.log, setup.errors])).not.toContain('ann@')
    const root = await follow(browser, wrong)
    expect(inputs(root)).toEqual([`email=${ANN}`, 'password=', `email=${ANN}`])
    const field = allOf(root, 'input').find(({ attributes }) => attributes.get('name') === 'password')
    expect(Object.fromEntries(field?.attributes ?? [])).toMatchObject({ 'aria-describedby': 'error', autofocus: '' })
    expect(alerts(root)).toEqual(['That did not match Check what you typed and try again.'])
  })

  test('a password form of its own keeps the user name, and never the password', async () => {
    const browser = setUp([], { config: { providers: [password('username', 'text')] } }).browser()
    const wrong = await browser.post('/auth/callback/credentials', { username: 'ann', password: 'wrong' })
    expect(inputs(await follow(browser, wrong))).toEqual(['username=ann', 'password='])
    const shared = await browser.get('/auth/signin')
    expect(await shared.text()).not.toContain('value="ann"')
  })

  test('an address that cannot be used is corrected in the first step', async () => {
    const browser = setUp().browser()
    const failed = await browser.post('/auth/signin/email', { email: 'ann@' })
    const root = await follow(browser, failed)
    expect(inputs(root)).toEqual(['email=ann@'])
    expect(alerts(root)[0]).toContain('This email address cannot be used')
    const field = allOf(root, 'input').find(({ attributes }) => attributes.get('name') === 'email')
    expect(Object.fromEntries(field?.attributes ?? [])).toMatchObject({ 'aria-describedby': 'error', autofocus: '' })
  })

  test('names the provider that failed, and offers the one that this browser used last', async () => {
    const issuer = { id: 'local', name: 'Local', type: 'oidc', issuer: 'https://id.example', clientId: 'c' } as const
    const setup = setUp(
      [GitHub({ clientId: 'app', clientSecret: 's' }), { ...issuer, clientSecret: 's' }, password()],
      {
        runtime: { fetch: () => Promise.reject(new Error('unreachable')) },
      },
    )
    const browser = setup.browser({ '__Host-authwright.last-provider': 'github' })
    const failed = await browser.post('/auth/signin/local')
    expect(location(failed)).toBe(`${ORIGIN}/auth/signin?error=OAuthSignInError`)
    const root = await follow(browser, failed)
    expect(alerts(root)[0]).toMatch(/^Local: The service cannot be reached/)
    const links = allOf(root, 'a').map((link) => [textOf(link), link.attributes.get('href')])
    expect(links).toContainEqual(['Sign in with GitHub', '#last-used'])
    const [first] = allOf(root, 'button')
    expect([first?.attributes.get('id'), textOf(first ?? root)]).toEqual(['last-used', 'Sign in with GitHub Last used'])
  })

  test('a link with an error names no provider', async () => {
    const browser = setUp().browser()
    await browser.post('/auth/callback/credentials', { email: ANN, password: 'wrong' })
    expect(inputs(await open(browser, '/auth/signin?error=SessionRequired'))).toEqual([`email=${ANN}`])
    expect(alerts(await open(browser, '/auth/signin?error=SessionRequired'))).toEqual([])
  })
})

describe('a signed-in visitor', () => {
  const signedIn = async (options: EmailSetupOptions = {}) => {
    const setup = setUp([password()], options)
    const browser = setup.browser()
    await browser.post('/auth/callback/credentials', { email: ANN, password: 'right' })
    return { setup, browser }
  }

  test('can continue, or use another account', async () => {
    const { browser } = await signedIn({ config: { providers: [password()] } })
    const root = await open(browser, '/auth/signin?callbackUrl=/members')
    const [link] = allOf(root, 'a')
    expect([textOf(link ?? root), link?.attributes.get('href')]).toEqual([`Continue as ${ANN}`, `${ORIGIN}/members`])
    expect(textOf(root)).toContain('or use another account')
    expect(buttons(root)).toEqual(['Sign in'])
  })

  test.each(['SessionRequired', 'ReauthenticationRequired', 'AccessDenied'])('must sign in after %s', async (error) => {
    const { browser } = await signedIn({ config: { providers: [password()] } })
    expect(textOf(await open(browser, `/auth/signin?error=${error}`))).not.toContain('Continue as')
  })

  test('can sign in while the database fails', async () => {
    const down = (): never => {
      throw new Error('down')
    }
    const setup = setUp([], { config: { session: { strategy: 'database' } }, adapter: { getSessionAndUser: down } })
    const browser = setup.browser({ '__Host-authwright.session-token': 'x'.repeat(64) })
    expect((await browser.get('/auth/signin')).status).toBe(200)
  })
})

test('a custom sign-in page gets the steps', async () => {
  const setup = setUp([password()], { config: { pages: { signIn: '/login' } } })
  const browser = setup.browser()
  const stepOf = async (path: string) => {
    const { props } = await setup.auth.signInPage({
      url: ORIGIN + path,
      headers: new Headers({ cookie: browser.header }),
    })
    return props
  }
  expect(await stepOf('/login')).toMatchObject({
    identifierFirst: { action: '/auth/signin', type: 'email', methods: ['email', 'credentials'] },
  })
  const next = await browser.post('/auth/signin', { email: ANN })
  expect(location(next)).toBe(`${ORIGIN}/login?step=methods`)
  expect(await stepOf('/login?step=methods')).toMatchObject({ step: 'methods', identifier: ANN })
  await browser.post('/auth/callback/credentials', { email: ANN, password: 'wrong' })
  expect(await stepOf('/login?error=CredentialsSignin')).toMatchObject({
    step: 'methods',
    identifier: ANN,
    failed: 'credentials',
  })
  expect(await stepOf('/login')).not.toHaveProperty('identifier')
})
