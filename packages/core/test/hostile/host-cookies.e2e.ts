import { launchBrowser } from '@authwright/test-kit/chromium'
import { SECRET } from '@authwright/test-kit/auth-setup'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAuth, type AuthInstance } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { startServer, type LocalServer } from '../pages/local-server.ts'

/* An application on https, and a sibling subdomain that an attacker controls, in a browser. */
let browser: Browser | null = null
let reason = ''
let application: LocalServer
let attacker: LocalServer

const html = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/html' } })

const makeAuth = (origin: string): AuthInstance =>
  createAuth({
    secret: SECRET,
    origin,
    logger: { error: () => undefined },
    providers: [
      Credentials({
        credentials: { name: { label: 'Name' } },
        authorize: ({ name }) => ({ id: String(name), name: String(name) }),
      }),
    ],
  })

beforeAll(async () => {
  const launched = await launchBrowser(['--host-resolver-rules=MAP *.example.test localhost'])
  browser = launched.browser
  if (launched.browser === null) {
    reason = launched.reason
    if (process.env['CI'] === 'true') throw new Error(`No browser: ${reason}`)
    return
  }
  application = await startServer((origin) => {
    const auth = makeAuth(origin)
    return async (request) => {
      if (new URL(request.url).pathname.startsWith('/auth/')) return auth.handle(request)
      const { session } = await auth.session(request)
      return html(`<h1>${session?.user?.name ?? 'signed out'}</h1>`)
    }
  }, 'app.example.test')
  attacker = await startServer(() => () => html('<h1>sibling</h1>'), 'evil.example.test')
})
beforeEach((context) => context.skip(browser === null, `no browser: ${reason}`))
afterAll(async () => {
  await browser?.close()
  await application?.close()
  await attacker?.close()
})

const open = async (): Promise<{ context: BrowserContext; page: Page }> => {
  if (browser === null) throw new Error('There is no browser.')
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  return { context, page: await context.newPage() }
}

const signIn = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${application.origin}/auth/signin`)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${application.origin}/`)
}

const shownUser = async (page: Page): Promise<string | null> => {
  await page.goto(application.origin)
  return page.getByRole('heading', { level: 1 }).textContent()
}

test('every cookie of a sign-in on https is bound to the host', async () => {
  const { context, page } = await open()
  await signIn(page, 'ann')
  expect(await shownUser(page)).toBe('ann')
  const names = (await context.cookies()).map(({ name, domain, secure, path }) => ({ name, domain, secure, path }))
  expect(names.length).toBeGreaterThan(1)
  for (const cookie of names) {
    const name: unknown = expect.stringMatching(/^__Host-authwright\./)
    expect(cookie).toStrictEqual({ name, domain: 'app.example.test', secure: true, path: '/' })
  }
})

test('a sibling subdomain cannot sign a visitor in as the attacker', async () => {
  const own = await open()
  await signIn(own.page, 'eve')
  const session = (await own.context.cookies()).find(({ name }) => name.endsWith('.session-token'))
  expect(session?.value).toMatch(/./)

  const { context, page } = await open()
  await page.goto(attacker.origin)
  for (const name of [
    '__Host-authwright.session-token',
    '__Secure-authwright.session-token',
    'authwright.session-token',
  ])
    await page.evaluate(`document.cookie = '${name}=${session?.value}; Domain=example.test; Path=/; Secure'`)
  // The browser refuses only the name with the prefix __Host-.
  expect((await context.cookies()).map(({ name }) => name).toSorted()).toStrictEqual([
    '__Secure-authwright.session-token',
    'authwright.session-token',
  ])
  expect(await shownUser(page)).toBe('signed out')
  await signIn(page, 'ann')
  expect(await shownUser(page)).toBe('ann')
})
