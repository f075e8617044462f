import { Credentials } from '@authwright/core/providers/credentials'
import { NodeAuth } from '@authwright/node'
import { launchBrowser, type LaunchedBrowser } from '@authwright/test-kit/chromium'
import { startLoopback, type LoopbackServer } from '@authwright/testing/local-server'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPages, frameworks, type Framework } from './pages/pages.ts'

/* The examples of the README and of the page about the package in a browser: rendered by a server, or by the browser with `?browser`. */
const password = Credentials({
  credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
  authorize: ({ name, password }) => (password === 'right' ? { id: 'u1', name: String(name) } : null),
})

type Pages = Awaited<ReturnType<typeof buildPages>>

/** Whether the database is down, which the `session` callback reads. */
let isDown = false

const startApplication = (pages: Pages): Promise<LoopbackServer> =>
  startLoopback(0, (origin) => {
    const auth = NodeAuth({
      secret: 'a secret of the tests, thirty-two characters and more',
      origin,
      providers: [password],
      logger: { error: () => undefined },
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, name: String(Object(session).name) } : token,
        session: ({ session }) => {
          if (isDown) throw new Error('The database is down')
          return session
        },
      },
    })
    return (request, response) =>
      auth(request, response, async () => {
        const { pathname, search } = new URL(request.url ?? '/', origin)
        const name = frameworks.find((framework) => pathname.startsWith(`/${framework}`))
        if (name === undefined) return void response.writeHead(404).end()
        if (pathname.endsWith('.js')) {
          response.writeHead(200, { 'content-type': 'text/javascript' })
          return void response.end(await pages.script(name))
        }
        const session = search === '?browser' ? undefined : await auth.auth(request, response)
        const render = await pages.render(name)
        const { head = '', body } = session === undefined ? { body: '' } : await render(session)
        // With this header the browser shows its copy when the user goes back.
        response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'private, max-age=3600' })
        const known = session === undefined ? '' : `globalThis.session = ${JSON.stringify(session)}`
        response.end(`<!doctype html><title>${name}</title><link rel="icon" href="data:," />${head}
<div id="root">${body}</div><script>${known}</script><script type="module" src="/${name}.js"></script>`)
      })
  })

let chromium: LaunchedBrowser
let pages: Pages
let application: LoopbackServer
beforeAll(async () => {
  chromium = await launchBrowser()
  if (chromium.browser === null && process.env['CI'] === 'true') throw new Error(`No browser: ${chromium.reason}`)
  pages = await buildPages()
  application = await startApplication(pages)
})
beforeEach((context) => context.skip(chromium.browser === null, `no browser: ${chromium.reason}`))
afterEach(async () => {
  isDown = false
  for (const context of chromium.browser?.contexts() ?? []) await context.close()
})
afterAll(async () => {
  await chromium?.browser?.close()
  await application?.close()
  await pages?.remove()
})

const openContext = async ({ signedIn }: { readonly signedIn: boolean }): Promise<BrowserContext> => {
  if (chromium.browser === null) throw new Error('There is no browser.')
  const context = await chromium.browser.newContext({ baseURL: application.origin })
  context.setDefaultTimeout(30_000)
  if (signedIn) {
    const form = { name: 'Ann', password: 'right' }
    await context.request.post('/auth/callback/credentials', { form, headers: { origin: application.origin } })
  }
  return context
}

/** A page, the requests that it sent to the routes of the library, and what it reported on the console. */
const open = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  const requests: string[] = []
  const problems: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/auth/')) requests.push(`${request.method()} ${pathname}`)
  })
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(path)
  return { page, requests, problems }
}

const checkUser = (page: Page, name = 'Ann') => page.getByText(name).waitFor()
const checkSignedOut = (page: Page) => page.getByRole('button', { name: 'Sign in' }).waitFor()
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click()

describe.each(frameworks)('%s', (name: Framework) => {
  test('takes over what the server rendered, without a warning and without a request', async () => {
    const context = await openContext({ signedIn: true })
    const html = await (await context.request.get(`/${name}`)).text()
    expect(html.replaceAll(/<!--.*?-->/g, '')).toMatch(/<p[^>]*>\s*Ann/)
    const { page, requests, problems } = await open(context, `/${name}`)
    await checkUser(page)
    await signOut(page)
    await checkSignedOut(page)
    expect(problems).toEqual([])
    expect(requests).toEqual(['POST /auth/signout', 'GET /auth/session'])
  })

  test('takes over a page of a signed-out user, and opens the sign-in page', async () => {
    const { page, requests, problems } = await open(await openContext({ signedIn: false }), `/${name}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/auth/signin?callbackUrl=*')
    expect(problems).toEqual([])
    expect(requests).toEqual(['GET /auth/signin'])
  })

  test('requests the session once if the browser renders the page', async () => {
    const { page, requests, problems } = await open(await openContext({ signedIn: true }), `/${name}?browser`)
    await checkUser(page)
    expect(problems).toEqual([])
    expect(requests).toEqual(['GET /auth/session'])
  })

  test('shows a sign-out and a sign-in of another tab without a reload', async () => {
    const context = await openContext({ signedIn: true })
    const [{ page }, { page: other }] = [await open(context, `/${name}`), await open(context, `/${name}?browser`)]
    await other.evaluate('globalThis.isSamePage = true')
    await checkUser(other)
    await signOut(page)
    await checkSignedOut(other)
    await page.evaluate(`client.signIn('credentials', { name: 'Bob', password: 'right', redirect: false })`)
    await checkUser(other, 'Bob')
    await checkUser(page, 'Bob')
    expect(await other.evaluate('globalThis.isSamePage')).toBe(true)
  })

  test('keeps the user signed in during an outage', async () => {
    const context = await openContext({ signedIn: true })
    const { page } = await open(context, `/${name}`)
    await checkUser(page)
    await page.evaluate(`
      globalThis.shown = []
      const observer = new MutationObserver(() => shown.push(document.querySelector('#root').innerText.trim()))
      observer.observe(document, { childList: true, characterData: true, subtree: true })`)
    isDown = true
    const failed = page.waitForResponse('/auth/session')
    const { page: other } = await open(context, '/auth/signin')
    await other.evaluate(`new BroadcastChannel('authwright').postMessage({ trigger: 'update' })`)
    expect((await failed).status()).toBe(503)
    isDown = false
    await page.evaluate(`client.update({ name: 'Anna' })`)
    await checkUser(page, 'Anna')
    expect(await page.evaluate('[...new Set(shown)].filter((text) => !text.startsWith("Ann"))')).toEqual([])
  })

  test('shows a sign-out when the user goes back to a page that the browser kept', async () => {
    const context = await openContext({ signedIn: true })
    const { page, requests } = await open(context, `/${name}`)
    await checkUser(page)
    await page.goto('/auth/signin')
    await context.clearCookies()
    requests.length = 0
    await page.goBack()
    await checkSignedOut(page)
    expect(requests).toEqual(['GET /auth/session'])
  })

  test('shows a sign-out when the page returns from the back/forward cache', async () => {
    const context = await openContext({ signedIn: true })
    const { page } = await open(context, `/${name}`)
    await checkUser(page)
    await context.clearCookies()
    // The headless browser has no such cache.
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await checkSignedOut(page)
  })
})
