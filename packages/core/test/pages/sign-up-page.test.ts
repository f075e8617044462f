import { describe, expect, test } from 'vitest'
import { fullLocation, ORIGIN, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { setUpEmail, type EmailSetupOptions } from '@authwright/test-kit/email/email-setup'
import { memoryAdapter } from '@authwright/testing'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import GitHub from '../../src/providers/github.ts'
import Passkey from '../../src/providers/passkey.ts'
import { allOf, readPage, textOf, type Element } from './read-page.ts'

const ANN = 'ann@example.org'
const MEMBERS = `${ORIGIN}/members`

const password = Credentials({
  credentials: { email: { label: 'Email', type: 'email' }, password: { label: 'Password', type: 'password' } },
  authorize: () => ({ id: '1', name: 'Ann', email: ANN }),
})
const github = GitHub({ clientId: 'app', clientSecret: 's' })

const setUp = (otherProviders: AuthConfig['providers'], options: EmailSetupOptions = {}) =>
  setUpEmail(
    {},
    {
      otherProviders,
      ...options,
      config: { session: { strategy: 'jwt' }, experimental: { enableWebAuthn: true }, ...options.config },
    },
  )

const open = async (browser: TestBrowser, path: string): Promise<Element> =>
  readPage(await (await browser.get(path)).text())

const follow = async (browser: TestBrowser, response: Response): Promise<Element> => {
  const { pathname, search } = new URL(fullLocation(response))
  return open(browser, pathname + search)
}

const fields = (root: Element): readonly (string | undefined)[] =>
  allOf(root, 'input')
    .filter(({ attributes }) => attributes.get('type') !== 'hidden')
    .map(({ attributes }) => `${attributes.get('name')}=${attributes.get('value') ?? ''}`)
const buttons = (root: Element): readonly string[] => allOf(root, 'button').map((button) => textOf(button).trim())
const heading = (root: Element): string | undefined => allOf(root, 'h1').map(textOf)[0]

/** The address of the link with a label, relative to the origin. */
const findLink = (root: Element, label: string): string | undefined =>
  allOf(root, 'a')
    .find((link) => textOf(link) === label)
    ?.attributes.get('href')
    ?.replace(ORIGIN, '')

/** The request that a link makes. */
const click = (browser: TestBrowser, root: Element, label: string): Promise<Element> =>
  open(browser, findLink(root, label) ?? `/no-link-${label}`)

describe('the page for new users', () => {
  test('is linked from the sign-in page and back, with the same target', async () => {
    const browser = setUp([github, password, Passkey()]).browser()
    const signIn = await open(browser, '/auth/signin?callbackUrl=/members')
    expect(textOf(signIn)).toContain('New here? Create an account')
    const signUp = await click(browser, signIn, 'Create an account')
    expect(heading(signUp)).toBe('Create your account')
    expect(allOf(signUp, 'title').map(textOf)).toEqual(['Create your account'])
    expect(textOf(signUp)).toContain('Already have an account? Sign in')
    const targets = allOf(signUp, 'input').filter(({ attributes }) => attributes.get('name') === 'callbackUrl')
    expect(new Set(targets.map(({ attributes }) => attributes.get('value')))).toEqual(new Set([MEMBERS]))
    const back = findLink(signUp, 'Sign in')
    expect(back).toBe(`/auth/signin?callbackUrl=${encodeURIComponent(MEMBERS)}`)
    expect(heading(await open(browser, back ?? ''))).toBe('Sign in')
  })

  test('names the application', async () => {
    const browser = setUp([], { config: { theme: { name: 'Acme' } } }).browser()
    expect(heading(await open(browser, '/auth/signin?mode=signup'))).toBe('Create your Acme account')
  })

  test('offers the methods that create a user, and no password', async () => {
    const root = await open(setUp([github, password]).browser(), '/auth/signin?mode=signup')
    expect(buttons(root)).toEqual(['Continue with email', 'Sign up with GitHub'])
    expect(fields(root)).toEqual(['email='])
  })

  test('offers a passkey first in the second step', async () => {
    const browser = setUp([github, password, Passkey()]).browser()
    const first = await open(browser, '/auth/signin?mode=signup')
    expect(buttons(first)).toEqual(['Continue', 'Sign up with GitHub'])
    expect(textOf(first)).not.toContain('JavaScript')
    const next = await browser.post('/auth/signin', { email: ANN, mode: 'signup', callbackUrl: '/members' })
    expect(fullLocation(next)).toBe(`${ORIGIN}/auth/signin?step=methods&mode=signup`)
    const methods = await follow(browser, next)
    expect([heading(methods), buttons(methods)]).toEqual([
      'Create your account',
      ['Create a passkey', 'Continue with email'],
    ])
    const corrected = await click(browser, methods, 'Change')
    expect([heading(corrected), fields(corrected)]).toEqual(['Create your account', [`email=${ANN}`]])
    const other = await click(browser, methods, 'Sign in')
    expect([heading(other), fields(other)[0]]).toEqual(['Sign in', `email=${ANN}`])
  })

  test('is the same for known and unknown addresses, and sends nothing', async () => {
    const setup = setUp([password, Passkey()])
    await setup.adapter.createUser({ id: '1', email: ANN, emailVerified: new Date() })
    const shown = await Promise.all(
      [ANN, 'bob@example.org'].map(async (email) => {
        const browser = setup.browser()
        const root = await follow(browser, await browser.post('/auth/signin', { email, mode: 'signup' }))
        return [textOf(root).replaceAll(email, 'address'), fields(root).map((field) => field?.replace(email, ''))]
      }),
    )
    expect(shown[0]).toEqual(shown[1])
    expect(setup.mails).toEqual([])
  })

  test('stays after a failure, with the address', async () => {
    const browser = setUp([github]).browser()
    const root = await follow(browser, await browser.post('/auth/signin/email', { email: 'ann@', mode: 'signup' }))
    expect([heading(root), fields(root)]).toEqual(['Create your account', ['email=ann@']])
    expect(allOf(root, 'title').map(textOf)).toEqual(['Error: Create your account'])
  })

  test('is where another address is entered after an e-mail was sent, also after a second one', async () => {
    const browser = setUp([github]).browser()
    const sent = await follow(browser, await browser.post('/auth/signin/email', { email: ANN, mode: 'signup' }))
    expect(heading(await click(browser, sent, 'Use another address'))).toBe('Create your account')
    const posted = allOf(sent, 'form')
      .flatMap((form) => allOf(form, 'input'))
      .map(({ attributes }) => [attributes.get('name') ?? '', attributes.get('value') ?? ''])
    const again = await follow(browser, await browser.post('/auth/signin/email', Object.fromEntries(posted)))
    expect(heading(await click(browser, again, 'Use another address'))).toBe('Create your account')
  })

  test('stays in another language', async () => {
    const browser = setUp([]).browser()
    const german = await click(browser, await open(browser, '/auth/signin?mode=signup'), 'Deutsch')
    expect(heading(german)).toBe('Konto erstellen')
    expect(findLink(german, 'Anmelden')).toBe(`/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/`)}`)
  })

  test('shows no method as the one used last', async () => {
    const browser = setUp([github]).browser({ '__Host-authwright.last-provider': 'github' })
    expect(textOf(await open(browser, '/auth/signin'))).toContain('Last used')
    expect(textOf(await open(browser, '/auth/signin?mode=signup'))).not.toContain('Last used')
  })

  test('links to no other site', async () => {
    const evil = encodeURIComponent('https://evil.example/')
    const root = await open(setUp([github]).browser(), `/auth/signin?mode=signup&callbackUrl=${evil}`)
    expect(findLink(root, 'Sign in')).toBe(`/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/`)}`)
  })

  test('signs in a user who exists, as the sign-in page does', async () => {
    const setup = setUp([github])
    await setup.adapter.createUser({ id: '1', email: ANN, emailVerified: new Date() })
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: ANN, mode: 'signup' })
    await browser.get(setup.mails.at(-1)?.url ?? '')
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    expect(setup.errors).toEqual([])
  })
})

describe('there is no page for new users', () => {
  const hasLink = async (browser: TestBrowser, path = '/auth/signin'): Promise<boolean> =>
    textOf(await open(browser, path)).includes('Create an account')
  const signUpHeading = async (browser: TestBrowser) => heading(await open(browser, '/auth/signin?mode=signup'))

  const config = { experimental: { enableWebAuthn: true } } as const
  const signInOnly = Passkey({ formFields: {}, enableConditionalUI: false })
  test.each<readonly [string, AuthConfig]>([
    [
      'with passwords only',
      { ...config, adapter: memoryAdapter(), session: { strategy: 'jwt' }, providers: [password] },
    ],
    ['with passkeys that only sign in', { ...config, adapter: memoryAdapter(), providers: [signInOnly] }],
    ['without an adapter', { ...config, providers: [github] }],
    ['with `signUpPage: false`', { ...config, adapter: memoryAdapter(), providers: [github], signUpPage: false }],
  ])('%s', async (_, applicationConfig) => {
    const browser = setUpAuth(applicationConfig).browser()
    expect([await hasLink(browser), await signUpHeading(browser)]).toEqual([false, 'Sign in'])
  })

  test('unless `signUpPage` says so, without an adapter', async () => {
    const browser = setUpAuth({ ...config, providers: [github], signUpPage: true }).browser()
    expect([await hasLink(browser), await signUpHeading(browser)]).toEqual([true, 'Create your account'])
  })

  test('for a user who is signed in, or has to sign in again', async () => {
    const browser = setUp([github, password]).browser()
    expect(await hasLink(browser, '/auth/signin?error=ReauthenticationRequired')).toBe(false)
    expect(await hasLink(browser, '/auth/signin?error=SessionRequired')).toBe(true)
    await browser.post('/auth/callback/credentials', { email: ANN, password: 'right' })
    expect(await hasLink(browser)).toBe(false)
  })

  test('on the page of one provider', async () => {
    const browser = setUp([github]).browser()
    expect(await hasLink(browser, '/auth/signin/github')).toBe(false)
    expect(heading(await open(browser, '/auth/signin/github?mode=signup'))).toBe('Sign in')
  })
})

test('a sign-in page of the application gets the same data', async () => {
  const setup = setUp([github, password, Passkey()], { config: { pages: { signIn: '/login?tenant=a' } } })
  const browser = setup.browser()
  const redirect = await browser.get('/auth/signin?mode=signup&callbackUrl=/members')
  const target = encodeURIComponent(MEMBERS)
  expect(fullLocation(redirect)).toBe(`${ORIGIN}/login?tenant=a&callbackUrl=${target}&mode=signup`)
  const propsOf = async (url: string) => (await setup.auth.signInPage({ url, headers: new Headers() })).props
  const props = await propsOf(fullLocation(redirect))
  expect(props).toMatchObject({
    mode: 'signup',
    identifierFirst: { methods: ['email', 'passkey'] },
    otherModeUrl: `${ORIGIN}/login?tenant=a&callbackUrl=${target}`,
  })
  expect(props.providers.map(({ id }) => id)).toEqual(['email', 'github', 'passkey'])
  const other = await propsOf(`${ORIGIN}/login`)
  expect(other).not.toHaveProperty('mode')
  expect(other.otherModeUrl).toContain('mode=signup')
  const next = await browser.post('/auth/signin', { email: ANN, mode: 'signup' })
  expect(fullLocation(next)).toBe(`${ORIGIN}/login?tenant=a&step=methods&mode=signup`)
})
