import { launchBrowser } from '@authwright/test-kit/chromium'
import { startIdentityProvider } from '@authwright/testing/identity-provider'
import type { IdentityProvider } from '@authwright/testing/identity-provider'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuth } from '../../src/index.ts'
import type { AuthInstance } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { SECRET } from '../support/site.ts'
import { serve } from './serve.ts'
import type { Served } from './serve.ts'

/*
 * The built-in pages on a real server, with a real OpenID Provider, in a real browser that keeps to their policies.
 */
let browser: Browser | null = null
let reason = ''
let site: Served
let provider: IdentityProvider

const clientId = 'pages'
const clientSecret = 'a secret of the stories'

const makeAuth = (origin: string, issuer: string): AuthInstance =>
  createAuth({
    secret: SECRET,
    origin,
    logger: { error: () => undefined },
    providers: [
      { id: 'local', name: 'Local', type: 'oidc', issuer, clientId, clientSecret },
      Credentials({
        credentials: { name: { label: 'Name' }, word: { label: 'Word', type: 'password' } },
        authorize: ({ name, word }) => (word === 'right' ? { id: String(name), name: String(name) } : null),
      }),
    ],
  })

const html = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/html' } })

/** The provider has to know the site's address before it starts, and the site the provider's. */
const makeSite = (issuer: () => string): Promise<Served> =>
  serve((origin) => {
    let auth: AuthInstance | undefined
    return async (request) => {
      auth ??= makeAuth(origin, issuer())
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/auth/')) return auth.handle(request)
      if (pathname === '/framing') return html('<h1>around</h1><iframe src="/auth/signin"></iframe>')
      const { session } = await auth.session(request)
      return html(`<h1>${session?.user?.name ?? 'nobody'}</h1>`)
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
  site = await makeSite(() => provider.issuer)
  const redirectUris = [`${site.origin}/auth/callback/local`]
  provider = await startIdentityProvider({ clients: [{ clientId, clientSecret, redirectUris }] })
})
beforeEach((context) => context.skip(browser === null, `no browser: ${reason}`))
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await provider?.close()
})

const visit = async (options: BrowserContextOptions = {}): Promise<{ page: Page; noticed: string[] }> => {
  if (browser === null) throw new Error('There is no browser.')
  const context = await browser.newContext({ baseURL: site.origin, ...options })
  context.setDefaultTimeout(45_000)
  const page = await context.newPage()
  const noticed: string[] = []
  page.on('console', (message) => {
    if (/policy|refused|violat/i.test(message.text())) noticed.push(message.text())
  })
  page.on('pageerror', (error) => noticed.push(error.message))
  return { page, noticed }
}

const heading = (page: Page): Promise<string | null> => page.getByRole('heading', { level: 1 }).textContent()

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('a password signs in, after a wrong one said so at its fields, and a form signs out', async () => {
    const { page, noticed } = await visit({ javaScriptEnabled })
    await page.goto('/auth/signin?callbackUrl=%2Fwelcome')
    const enter = async (word: string): Promise<void> => {
      await page.getByLabel('Name').fill('ann')
      await page.getByLabel('Word').fill(word)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await enter('wrong')
    expect(await page.getByRole('alert').textContent()).toContain('That did not match')
    await enter('right')
    await page.waitForURL('**/welcome')
    expect(await heading(page)).toBe('ann')
    await page.goto('/auth/signout')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${site.origin}/`)
    expect(await heading(page)).toBe('nobody')
    expect(noticed).toEqual([])
  })

  test('a provider signs in, and comes first the next time', async () => {
    const { page, noticed } = await visit({ javaScriptEnabled })
    await page.goto('/auth/signin')
    await page.getByRole('button', { name: 'Sign in with Local' }).click()
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
    await page.waitForURL(`${site.origin}/`)
    expect(await heading(page)).toBe('Ada Lovelace')
    await page.goto('/auth/signin')
    expect(await page.getByRole('button').first().textContent()).toContain('Last used')
    expect(noticed).toEqual([])
  })

  test('a language that was chosen stays, through a sign-in and an error', async () => {
    const { page, noticed } = await visit({ javaScriptEnabled, locale: 'fr-FR' })
    await page.goto('/auth/signin?callbackUrl=%2Fwelcome')
    expect(await heading(page)).toBe('Connexion')
    await page.getByText('Français').click()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    expect(await heading(page)).toBe('Anmelden')
    await page.getByLabel('Word').fill('wrong')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Das passt nicht zusammen')
    await page.goto('/auth/error?error=AccessDenied')
    expect(await heading(page)).toBe('Kein Zugang')
    expect(noticed).toEqual([])
  })
})

test('a page of ours is shown in no frame', async () => {
  const { page, noticed } = await visit()
  await page.goto('/framing')
  expect(page.frames().map((frame) => frame.url())).toEqual([`${site.origin}/framing`, 'chrome-error://chromewebdata/'])
  expect(noticed.join()).toContain("frame-ancestors 'none'")
})
