import { launchBrowser } from '@authwright/test-kit/chromium'
import { startIdentityProvider, type IdentityProvider } from '@authwright/testing/identity-provider'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuth, type AuthInstance } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { SECRET } from '@authwright/test-kit/auth-setup'
import { startServer, type LocalServer } from './local-server.ts'

/* The built-in pages on a local server, with an OpenID provider, in a browser that enforces their policies. */
let browser: Browser | null = null
let reason = ''
let application: LocalServer
let provider: IdentityProvider

const clientId = 'pages'
const clientSecret = 'a client secret for tests'

const makeAuth = (origin: string, issuer: string): AuthInstance =>
  createAuth({
    secret: SECRET,
    origin,
    logger: { error: () => undefined },
    providers: [
      { id: 'local', name: 'Local', type: 'oidc', issuer, clientId, clientSecret, trustAllEmails: true },
      Credentials({
        credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
        authorize: ({ name, password }) => (password === 'right' ? { id: String(name), name: String(name) } : null),
      }),
    ],
  })

const html = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/html' } })

/** The provider needs the address of the application before it starts, so the application gets the issuer later. */
const startApplication = (issuer: () => string): Promise<LocalServer> =>
  startServer((origin) => {
    let auth: AuthInstance | undefined
    return async (request) => {
      auth ??= makeAuth(origin, issuer())
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/auth/')) return auth.handle(request)
      if (pathname === '/framing') return html('<h1>frame</h1><iframe src="/auth/signin"></iframe>')
      const { session } = await auth.session(request)
      return html(`<h1>${session?.user?.name ?? 'signed out'}</h1>`)
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
  application = await startApplication(() => provider.issuer)
  const redirectUris = [`${application.origin}/auth/callback/local`]
  provider = await startIdentityProvider({ clients: [{ clientId, clientSecret, redirectUris }] })
})
beforeEach((context) => context.skip(browser === null, `no browser: ${reason}`))
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await application?.close()
  await provider?.close()
})

const openPage = async (options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> => {
  if (browser === null) throw new Error('There is no browser.')
  const context = await browser.newContext({ baseURL: application.origin, ...options })
  context.setDefaultTimeout(45_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (/policy|refused|violat/i.test(message.text())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return { page, problems }
}

const heading = (page: Page): Promise<string | null> => page.getByRole('heading', { level: 1 }).textContent()

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('signs in with a password after a wrong one, and signs out', async () => {
    const { page, problems } = await openPage({ javaScriptEnabled })
    await page.goto('/auth/signin?callbackUrl=%2Fwelcome')
    const submit = async (password: string): Promise<void> => {
      await page.getByLabel('Name').fill('ann')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await submit('wrong')
    expect(await page.getByRole('alert').textContent()).toContain('That did not match')
    await submit('right')
    await page.waitForURL('**/welcome')
    expect(await heading(page)).toBe('ann')
    await page.goto('/auth/signout')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${application.origin}/`)
    expect(await heading(page)).toBe('signed out')
    expect(problems).toEqual([])
  })

  test('signs in with a provider, which is the first one on the next visit', async () => {
    const { page, problems } = await openPage({ javaScriptEnabled })
    await page.goto('/auth/signin')
    await page.getByRole('button', { name: 'Sign in with Local' }).click()
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
    await page.waitForURL(`${application.origin}/`)
    expect(await heading(page)).toBe('Ada Lovelace')
    await page.goto('/auth/signin')
    expect(await page.getByRole('button').first().textContent()).toContain('Last used')
    expect(problems).toEqual([])
  })

  test('keeps the chosen language after a failed sign-in and on the error page', async () => {
    const { page, problems } = await openPage({ javaScriptEnabled, locale: 'fr-FR' })
    await page.goto('/auth/signin?callbackUrl=%2Fwelcome')
    expect(await heading(page)).toBe('Connexion')
    await page.getByText('Français').click()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    expect(await heading(page)).toBe('Anmelden')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Das passt nicht zusammen')
    await page.goto('/auth/error?error=AccessDenied')
    expect(await heading(page)).toBe('Kein Zugang')
    expect(problems).toEqual([])
  })
})

test('a built-in page cannot be framed', async () => {
  const { page, problems } = await openPage()
  await page.goto('/framing')
  expect(page.frames().map((frame) => frame.url())).toEqual([
    `${application.origin}/framing`,
    'chrome-error://chromewebdata/',
  ])
  expect(problems.join()).toContain("frame-ancestors 'none'")
})
