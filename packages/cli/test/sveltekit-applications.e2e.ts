import { launchBrowser, type LaunchedBrowser } from '@authwright/test-kit/chromium'
import { addVirtualAuthenticator } from '@authwright/test-kit/virtual-authenticator'
import { openBrowser, type Browser } from '@authwright/testing'
import { startLoopback } from '@authwright/testing/local-server'
import { startMailbox } from '@authwright/testing/mailbox'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { copyApplication, installSvelteKit, keycloak } from './support/application.ts'

// Each application is type-checked and built twice.
vi.setConfig({ testTimeout: 240_000 })

let svelteKit: Awaited<ReturnType<typeof installSvelteKit>>
let chromium: LaunchedBrowser

beforeAll(async () => {
  svelteKit = await installSvelteKit()
  chromium = await launchBrowser()
})
afterAll(async () => {
  await chromium?.browser?.close()
  svelteKit?.remove()
})

/** Submits the form of the page, and chooses a user at the provider. */
const signInAs = async (browser: Browser, person: string, form: number) => {
  await browser.submit({}, { form })
  await browser.follow()
  await browser.submit({}, { press: person })
  return browser.follow()
}

test('reading-list: Drizzle, database sessions, protected routes and form actions', async () => {
  const app = await copyApplication('reading-list', { svelteKit, variables: keycloak() })
  const browser = openBrowser({ origin: app.origin })
  const signIn = async () => {
    await browser.get('/books')
    await browser.follow()
    return signInAs(browser, 'Ada', 0)
  }

  await app.checkTypes()
  const before = await app.start()
  expect((await browser.get('/books')).location?.href).toBe(`${app.origin}/signin?callbackUrl=/books`)
  expect((await signIn()).text).toBe('Books of Ada Lovelace Add')
  await browser.submit({ title: 'Sketch of the Analytical Engine' })
  await before.stop()

  const { findings } = await app.migrate()
  expect(findings).toStrictEqual([
    'src/auth.ts:8 imported-users',
    'src/auth.ts:15 session-strategy',
    'src/auth.ts:18 session-spread',
  ])
  await app.checkTypes()
  await app.start()
  expect((await browser.get('/books')).text).toContain('Sketch of the Analytical Engine')
  expect((await browser.submit({ title: 'Note G' })).text).toContain('Added Note G')
  expect((await browser.get('/')).text).toContain('Signed in as Ada Lovelace (reader)')
  expect((await browser.get('/auth/session')).json()).toMatchObject({
    user: { id: expect.any(String), name: 'Ada Lovelace', email: 'ada@example.org', role: 'reader' },
  })

  await browser.get('/')
  await browser.submit()
  expect((await browser.get('/books')).status).toBe(303)
  expect((await signIn()).text).toContain('Note G')
})

/** A backend that issues tokens which have expired at once, so that each reading of the session refreshes them. */
const startBackend = async (): Promise<string> => {
  let issued = 0
  const server = await startLoopback(0, () => async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const [, token] = /^Bearer token-(\d+)$/.exec(request.headers.authorization ?? '') ?? []
    if (request.url === '/reports' && Number(token) <= issued) {
      response.end(JSON.stringify([`Report for token ${token}`]))
    } else if (request.url === '/exchange' || (request.url === '/refresh' && body.includes('refresh-'))) {
      issued += 1
      response.end(JSON.stringify({ token: `token-${issued}`, refreshToken: `refresh-${issued}`, expiresIn: -1 }))
    } else response.writeHead(401).end()
  })
  onTestFinished(server.close)
  return server.origin
}

test('dashboard: a config per request, a backend token in the cookie, own pages and the client', async (context) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const backend = await startBackend()
  const app = await copyApplication('dashboard', {
    svelteKit,
    variables: async (origin) => ({
      ...(await keycloak()(origin)),
      BACKEND_URL: backend,
      PARTNERS_ID: 'app',
      PARTNERS_SECRET: 'app-secret',
      PARTNERS_ISSUER: 'http://127.0.0.1:9',
    }),
  })
  const visitor = await chromium.browser.newContext({ baseURL: app.origin })
  onTestFinished(() => visitor.close())
  const page = await visitor.newPage()
  const show = async (path: string) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    return page.innerText('body')
  }
  const signIn = async () => {
    expect(await show('/reports')).toContain('Continue with Authentik')
    await page.getByText('Continue with Keycloak').click()
    await page.getByText('Ada').click()
    await page.waitForURL(`${app.origin}/`)
  }

  await app.checkTypes()
  const before = await app.start()
  await signIn()
  const shown = await show('/')
  expect(shown).toContain('Signed in as Ada Lovelace, ')
  expect(await show('/reports')).toContain('Report for token')
  await before.stop()

  const { findings } = await app.migrate()
  // The buttons of a sign-in page connect no account.
  expect(findings).toStrictEqual(['src/auth.ts:31 session-strategy', 'src/routes/login/+page.svelte:11 linking'])
  await app.checkTypes()
  await app.start()
  expect(await show('/')).toBe(shown)
  expect(await show('/reports')).toContain('Report for token')

  await show('/')
  await page.getByText('Sign out').click()
  await page.waitForURL(`${app.origin}/login`)
  await signIn()
  expect(await show('/reports')).toContain('Report for token')
})

test('newsroom: e-mail links, a provider that links by address, passkeys, own pages and an allow-list', async (context) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const mailbox = await startMailbox()
  onTestFinished(mailbox.close)
  const app = await copyApplication('newsroom', {
    svelteKit,
    variables: async (origin) => ({ ...(await keycloak()(origin)), EMAIL_SERVER: mailbox.smtpUrl }),
  })
  const browser = openBrowser({ origin: app.origin })
  const signInByMail = async (email: string) => {
    await browser.get('/login')
    await browser.submit({ email }, { form: 0 })
    return browser.follow()
  }
  const openLink = async (email: string) => {
    const mail = await mailbox.next(email)
    const link = /http:\/\/localhost\S+callback\S+/.exec(mail.text)?.[0] ?? ''
    await browser.get(link)
    return browser.follow()
  }
  const showUser = async () => /Signed in as \S+ \S+/.exec((await browser.get('/')).text)?.[0] ?? ''
  const signOut = async () => {
    await browser.get('/')
    await browser.submit()
    expect((await browser.get('/articles')).status).toBe(401)
  }

  await app.checkTypes()
  const before = await app.start()
  expect((await signInByMail('eve@example.com')).text).toContain('NotAnEditor')
  expect((await signInByMail('ada@example.org')).text).toBe('Check your mail')
  expect((await openLink('ada@example.org')).text).toContain('A draft of ada@example.org')
  const shown = await showUser()
  expect(shown).toContain('Signed in as ada@example.org, ')
  await before.stop()

  const { findings } = await app.migrate()
  expect(findings).toStrictEqual(['src/auth.ts:15 imported-users'])
  await app.checkTypes()
  await app.start()
  expect((await browser.get('/articles')).text).toContain('A draft of ada@example.org')
  expect(await showUser()).toBe(shown)

  await signOut()
  expect((await signInByMail('eve@example.com')).text).toContain('NotAnEditor')
  expect((await signInByMail('ada@example.org')).text).toBe('Check your mail')
  expect((await openLink('ada@example.org')).text).toContain('A draft of ada@example.org')
  expect(await showUser()).toBe(shown)

  await signOut()
  await browser.get('/login')
  expect((await signInAs(browser, 'Ada', 1)).text).toContain('A draft of ada@example.org')
  expect(await showUser()).toBe(shown)

  const visitor = await chromium.browser.newContext({ baseURL: app.origin })
  onTestFinished(() => visitor.close())
  const page = await visitor.newPage()
  await addVirtualAuthenticator(page)
  await visitor.addCookies(browser.jar.list().map(({ name, value, domain, path }) => ({ name, value, domain, path })))
  const usePasskey = async (path: string, button: string) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    // The client opens a page after the response. The next navigation of the test must not meet that one.
    const opened = Promise.all([page.waitForResponse(/callback\/passkey/), page.waitForEvent('load')])
    await page.getByText(button).click()
    await opened
  }
  await usePasskey('/', 'Add a passkey')
  await visitor.clearCookies()
  await usePasskey('/login', 'Use a passkey')
  await page.goto('/')
  expect(await page.innerText('body')).toContain(shown)
})
