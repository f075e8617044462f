import { memoryAdapter } from '@authwright/testing'
import { SECRET } from '@authwright/test-kit/auth-setup'
import { launchBrowser } from '@authwright/test-kit/chromium'
import { addVirtualAuthenticator } from '@authwright/test-kit/virtual-authenticator'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuth } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Passkey from '../../src/providers/passkey.ts'
import { startServer, type LocalServer } from './local-server.ts'

/* The two steps on a local server, in a browser that enforces the policies of the pages. */
let browser: Browser | null = null
let reason = ''
let application: LocalServer
const links: string[] = []

const ANN = 'ann@example.org'

const startApplication = (): Promise<LocalServer> =>
  startServer((origin) => {
    const auth = createAuth({
      secret: SECRET,
      origin,
      adapter: memoryAdapter(),
      session: { strategy: 'jwt' },
      logger: { error: () => undefined, warn: () => undefined },
      experimental: { enableWebAuthn: true },
      providers: [
        { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: ({ url }) => void links.push(url) },
        Credentials({
          credentials: { email: { label: 'Email', type: 'email' }, password: { label: 'Password', type: 'password' } },
          authorize: ({ email, password }) => (password === 'right' ? { id: '1', name: String(email) } : null),
        }),
        Passkey(),
      ],
    })
    return async (request) => {
      if (new URL(request.url).pathname.startsWith('/auth/')) return auth.handle(request)
      const { session } = await auth.session(request)
      const text = `<h1>${session?.user?.email ?? session?.user?.name ?? 'signed out'}</h1>`
      return new Response(text, { headers: { 'content-type': 'text/html' } })
    }
  })

beforeAll(async () => {
  const launched = await launchBrowser()
  browser = launched.browser
  if (launched.browser === null) {
    reason = launched.reason
    if (process.env['CI'] === 'true') throw new Error(`No browser: ${reason}`)
    return
  }
  application = await startApplication()
})
beforeEach((context) => context.skip(browser === null, `no browser: ${reason}`))
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await application?.close()
})

const openPage = async (options: BrowserContextOptions = {}) => {
  if (browser === null) throw new Error('There is no browser.')
  const context = await browser.newContext({ baseURL: application.origin, ...options })
  context.setDefaultTimeout(45_000)
  const page = await context.newPage()
  const problems: string[] = []
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('console', (message) => {
    if (/policy|refused|violat/i.test(message.text())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return { page, problems, addresses }
}

const heading = (page: Page): Promise<string | null> => page.getByRole('heading', { level: 1 }).textContent()

/** The browser moves the focus when it draws the page, which can be after the `load` event. */
const focused = (page: Page): Promise<string | null> => page.locator(':focus').getAttribute('name')

/** The first step, by keyboard. Without a script Enter presses the first button too. */
const typeAddress = async (page: Page): Promise<void> => {
  await page.goto('/auth/signin?callbackUrl=%2Fwelcome')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('email')
  await page.keyboard.type(ANN)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth/signin?step=methods')
}

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('signs in by keyboard, and keeps the address after a wrong password', async () => {
    const { page, problems, addresses } = await openPage({ javaScriptEnabled })
    await typeAddress(page)
    expect(await focused(page)).toBe('password')
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/auth/signin?error=CredentialsSignin*')
    expect(await page.getByRole('alert').textContent()).toContain('That did not match')
    await page.getByText(ANN).waitFor()
    expect(await focused(page)).toBe('password')
    await page.keyboard.type('right')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/welcome')
    expect(await heading(page)).toBe(ANN)
    await page.goto('/auth/signin?callbackUrl=%2Fwelcome')
    await page.getByRole('link', { name: `Continue as ${ANN}` }).click()
    await page.waitForURL('**/welcome')
    expect(addresses.filter((url) => /ann(@|%40)/.test(url))).toEqual([])
    expect(problems).toEqual([])
  })

  test('signs in by a link that the second step sends', async () => {
    const { page, problems } = await openPage({ javaScriptEnabled })
    await typeAddress(page)
    await page.getByRole('button', { name: 'Continue with email' }).click()
    await page.waitForURL('**/auth/verify-request*')
    await page.goto(links.at(-1) ?? '')
    await page.waitForURL('**/welcome')
    expect(await heading(page)).toBe(ANN)
    expect(problems).toEqual([])
  })

  test('signs up by the page for new users, by keyboard, and comes from there back to the same target', async () => {
    const { page, problems } = await openPage({ javaScriptEnabled })
    await page.goto('/auth/signin?callbackUrl=%2Fwelcome')
    const follow = async (name: string): Promise<void> => {
      await page.getByRole('link', { name }).focus()
      await page.keyboard.press('Enter')
    }
    await follow('Create an account')
    await page.getByRole('heading', { name: 'Create your account' }).waitFor()
    await page.getByLabel('Email address').focus()
    await page.keyboard.type('eve@example.org')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/auth/signin?step=methods&mode=signup')
    expect(await page.getByLabel('Password').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Create a passkey' }).isVisible()).toBe(javaScriptEnabled)
    expect(await page.getByText('Passkeys need JavaScript').isVisible()).toBe(!javaScriptEnabled)
    await follow('Sign in')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByText('eve@example.org').waitFor()
    await follow('Create an account')
    await page.getByRole('button', { name: 'Continue with email' }).press('Enter')
    await page.waitForURL('**/auth/verify-request*')
    await page.goto(links.at(-1) ?? '')
    await page.waitForURL('**/welcome')
    expect(await heading(page)).toBe('eve@example.org')
    expect(problems).toEqual([])
  })

  test('corrects the address, and changes the language in both steps', async () => {
    const { page, problems } = await openPage({ javaScriptEnabled })
    await typeAddress(page)
    await page.locator('nav summary').click()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    expect(await heading(page)).toBe('Anmelden')
    await page.getByText(ANN).waitFor()
    await page.getByRole('link', { name: 'Ändern' }).click()
    expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe(ANN)
    await page.getByLabel('E-Mail-Adresse').fill('bob@example.org')
    await page.getByRole('button', { name: 'Weiter', exact: true }).click()
    await page.getByText('bob@example.org').waitFor()
    expect(problems).toEqual([])
  })
})

test('creates a passkey with the first button of the page for new users, by keyboard', async () => {
  const { page, problems } = await openPage()
  await addVirtualAuthenticator(page)
  await page.goto('/auth/signin?mode=signup&callbackUrl=%2Fwelcome')
  await page.getByLabel('Email address').fill('mia@example.org')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth/signin?step=methods&mode=signup')
  await page.getByRole('button', { name: 'Create a passkey' }).press('Enter')
  await page.waitForURL('**/auth/verify-request*')
  await page.goto(links.at(-1) ?? '')
  await page.getByRole('button', { name: 'Keep the passkey' }).click()
  await page.waitForURL('**/welcome')
  expect(await heading(page)).toBe('mia@example.org')
  expect(problems).toEqual([])
})

test('signs up with a passkey in the second step, and in with it in the first one', async () => {
  const { page, problems } = await openPage()
  const key = await addVirtualAuthenticator(page)
  await key.setUserPresent(false)
  await typeAddress(page)
  await key.setUserPresent(true)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.waitForURL('**/auth/verify-request*')
  await page.goto(links.at(-1) ?? '')
  await page.getByRole('button', { name: 'Keep the passkey' }).click()
  await page.waitForURL('**/welcome')
  const signOut = async (): Promise<void> => {
    await page.goto('/auth/signout')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${application.origin}/`)
  }
  await signOut()
  // The field offers the passkey, and the authenticator accepts at once.
  await page.goto('/auth/signin?callbackUrl=%2Fwelcome')
  await page.waitForURL('**/welcome')
  await signOut()
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = undefined')
  await page.goto('/auth/signin?callbackUrl=%2Fwelcome')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/welcome')
  expect(await heading(page)).toBe(ANN)
  expect(problems).toEqual([])
})
