import { openBrowser } from '@authwright/testing'
import { launchBrowser, type LaunchedBrowser } from '@authwright/test-kit/chromium'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import { providerNames } from '../../../scripts/provider-entries.mjs'
import {
  makeFolder,
  packAll,
  removeFolder,
  serve,
  type Program,
  type RunningApp,
} from '@authwright/test-kit/installed-application'
import { builtServer, checkTypes, installApp, vite } from './support/app.ts'
import { startWorker, type BindingsIn } from './support/worker.ts'

const SECRET = 'a secret of the tests, long enough to be one'

const CLIENT = { AUTH_OAUTH_ID: 'app', AUTH_OAUTH_SECRET: 'not used here' }

/** An application on one version of SvelteKit. */
interface InstalledApp {
  readonly app: string
  readonly site: RunningApp
  /** The output of the type check, which runs during the tests. */
  readonly types: Promise<readonly string[]>
}

const start = async (folder: string, name: string, tarballs: readonly string[]): Promise<InstalledApp> => {
  const app = await installApp(folder, name, tarballs)
  const types = checkTypes(app)
  types.catch(() => undefined)
  return {
    app,
    site: await serve(app, { ...CLIENT, AUTH_SECRET: SECRET, AUTH_TRUST_HOST: 'true' }, vite('preview')),
    types,
  }
}

/** The oldest versions of the peer dependencies, and the newest ones of both versions of SvelteKit. */
const names = ['oldest', 'kit2', 'kit3'] as const
let folder: string
let chromium: LaunchedBrowser
let apps: Readonly<Record<(typeof names)[number], InstalledApp>>

beforeAll(async () => {
  folder = await makeFolder()
  const tarballs = await packAll(folder, ['core', 'client', 'sveltekit'])
  const [oldest, kit2, kit3] = await Promise.all([
    start(folder, 'oldest', tarballs),
    start(folder, 'kit2', tarballs),
    start(folder, 'kit3', tarballs),
  ])
  apps = { oldest, kit2, kit3 }
  chromium = await launchBrowser()
})

afterAll(async () => {
  await chromium?.browser?.close()
  await Promise.all(Object.values(apps ?? {}).map(({ site }) => site.stop()))
  await removeFolder(folder)
})

describe.each(names)('%s, installed from the tarballs and built without a secret', (name) => {
  let app: string
  let site: RunningApp
  let types: Promise<readonly string[]>

  beforeAll(() => {
    ;({ app, site, types } = apps[name])
  })

  const browse = () => openBrowser({ origin: site.origin })
  const shownUser = async (browser: ReturnType<typeof browse>) => (await browser.get('/shop/')).text

  const signIn = async (path = '/shop/signin') => {
    const browser = browse()
    await browser.get(path)
    const page = await browser.submit({ name: 'ann', password: 'right' })
    return { browser, page }
  }

  test('a prerendered page has no session', async () => {
    const written = await readFile(join(app, '.svelte-kit/output/prerendered/pages/about.html'), 'utf8')
    expect(written).toContain('signed out')
    const { browser } = await signIn()
    expect((await browser.get('/shop/about')).text).toContain('signed out')
  })

  test('the routes are below paths.base', async () => {
    const browser = browse()
    expect((await browser.get('/shop/auth/session')).json()).toBeNull()
    expect((await browser.get('/shop/auth/providers')).json()).toMatchObject({
      credentials: { signinUrl: `${site.origin}/shop/auth/signin/credentials` },
    })
  })

  test.each(['/shop/protected', '/shop/%70rotected'])(
    'a protected page redirects a signed-out user to the sign-in page (%s)',
    async (path) => {
      const page = await browse().get(path)
      expect([page.status, page.location?.pathname]).toEqual([303, '/shop/login'])
      expect(page.body).not.toContain('Protected')
    },
  )

  test('the data of a protected page redirects a signed-out user', async () => {
    const page = await browse().get('/shop/protected/__data.json')
    expect(page.json()).toMatchObject({ type: 'redirect', location: '/shop/login' })
  })

  test('requireUser in a load function guards the page and its data', async () => {
    const back = encodeURIComponent('/shop/members?sort=new')
    // `fetch` says that a script makes the request, so it is opened as a browser opens it.
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
    const [page] = (await once(get(`${site.origin}/shop/members?sort=new`, { headers }), 'response')) as [
      IncomingMessage,
    ]
    page.resume()
    expect([page.statusCode, page.headers.location]).toEqual([303, expect.stringContaining(`?callbackUrl=${back}`)])
    const data = await browse().get('/shop/members/__data.json?sort=new')
    expect(data.json()).toMatchObject({ type: 'redirect', location: expect.stringContaining(back) })
    const { browser } = await signIn()
    expect((await browser.get('/shop/members')).text).toContain('Members: Ann')
  })

  test('the SignIn component signs in and redirects; the layout shows the user', async () => {
    const { browser, page } = await signIn()
    expect([page.status, page.location?.pathname]).toEqual([302, '/shop/protected'])
    expect((await browser.follow()).text).toContain('Protected')
    expect(await shownUser(browser)).toContain('Ann')
  })

  test('the components render snippets and slots, and post below paths.base', async () => {
    const page = await browse().get('/shop/signin')
    const [snippets, slots, oauth, mail] = page.forms
    expect(page.forms.map(({ action }) => action.pathname)).toEqual(Array(4).fill('/shop/signin'))
    expect(snippets?.fields).toEqual({
      providerId: 'credentials',
      redirectTo: '/shop/protected',
      name: '',
      password: '',
    })
    expect(snippets?.buttons[0]?.text).toBe('Enter')
    expect(page.body).toMatch(/class="signInButton snippets"[^>]* data-extra="yes"/)
    expect(slots?.fields).toEqual({ providerId: 'credentials', name: 'from-a-slot' })
    expect(slots?.buttons[0]?.text).toBe('Slot')
    expect(oauth?.fields).toEqual({ providerId: 'oauth', 'authorizationParams-prompt': 'login' })
    expect(oauth?.buttons[0]?.text).toBe('Sign in with oauth')
    expect(mail?.fields).toEqual({ providerId: 'nodemailer', email: '' })
  })

  test('a sign-in at a provider redirects to the provider', async () => {
    const browser = browse()
    await browser.get('/shop/signin')
    const page = await browser.submit({}, { form: 2 })
    expect(page.location?.href).toMatch(/^https:\/\/id\.example\/authorize\?.*prompt=login/)
    expect(page.location?.searchParams.get('redirect_uri')).toBe(`${site.origin}/shop/auth/callback/oauth`)
  })

  test('a wrong password redirects to the sign-in page, with and without JavaScript', async () => {
    const browser = browse()
    await browser.get('/shop/signin')
    const page = await browser.submit({ name: 'bob', password: 'right' })
    expect([page.status, page.location?.pathname, page.location?.search]).toEqual([
      302,
      '/shop/auth/signin',
      '?error=CredentialsSignin&code=locked',
    ])
    expect((await browser.follow()).status).toBe(200)
    await browser.get('/shop/signin')
    const headers = { accept: 'application/json', 'x-sveltekit-action': 'true' }
    const enhanced = await browser.submit({ name: 'ann', password: 'wrong' }, { headers })
    expect(enhanced.json()).toEqual({
      type: 'redirect',
      status: 302,
      location: '/shop/auth/signin?error=CredentialsSignin&code=credentials',
    })
    expect(site.output()).not.toContain('authorize refused')
  })

  test('signInPage returns the data for a custom sign-in page', async () => {
    const browser = browse()
    const page = await browser.get('/shop/custom?callbackUrl=%2Fshop%2Fprotected&error=AccessDenied')
    expect(page.text).toContain('AccessDenied')
    expect(page.forms.map(({ action }) => action.pathname)).toEqual([
      '/shop/auth/callback/credentials',
      '/shop/auth/signin/oauth',
    ])
    const response = await browser.submit({ name: 'ann', password: 'right' })
    expect([response.status, response.location?.pathname]).toEqual([302, '/shop/protected'])
    expect((await browser.get('/shop/custom')).text).toContain('(last used)')
  })

  test('an application can catch the error and show it', async () => {
    const browser = browse()
    await browser.get('/shop/login')
    const page = await browser.submit({ name: 'ann', password: 'wrong' })
    expect(page.status).toBe(400)
    expect(page.text).toContain('CredentialsSignin')
  })

  test('with redirect=false the load functions of the page get the new session', async () => {
    const browser = browse()
    await browser.get('/shop/no-redirect')
    const failed = await browser.submit({ name: 'bob', password: 'right' })
    expect([failed.status, failed.text]).toEqual([401, expect.stringContaining('failed: CredentialsSignin locked')])
    const page = await browser.submit({ name: 'ann', password: 'right' })
    expect(page.text).toContain(`redirect to ${site.origin}/shop/`)
    expect(page.text).toContain('Ann')
    const signedOut = await browser.submit({}, { form: 1 })
    expect(signedOut.text).toContain('signed out')
    expect(await shownUser(browser)).toContain('signed out')
  })

  test('the route of the client functions signs in', async () => {
    const browser = browse()
    const headers = { 'x-auth-return-redirect': '1' }
    const fields = { name: 'ann', password: 'right', callbackUrl: '/shop/protected' }
    const page = await browser.post('/shop/auth/callback/credentials', fields, { headers })
    expect(page.json()).toEqual({ url: `${site.origin}/shop/protected` })
    expect(await shownUser(browser)).toContain('Ann')
  })

  test('the SignOut component signs out', async () => {
    const { browser } = await signIn()
    await browser.get('/shop/signout')
    const page = await browser.submit()
    expect([page.status, page.location?.pathname]).toEqual([302, '/shop/'])
    expect(await shownUser(browser)).toContain('signed out')
  })

  test('a page can read the session while its body streams', async () => {
    const { browser } = await signIn()
    expect((await browser.get('/shop/stream')).body).toContain('Ann')
    const streamed = await browser.get('/shop/late')
    expect(streamed.body).toBe('Ann')
    expect(streamed.headers.getSetCookie()).toEqual([])
    expect((await browser.get('/shop/late')).body).toBe('Ann')
  })

  test('rejects forms of another origin', async () => {
    const { browser } = await signIn()
    await browser.post('/shop/signout', {}, { from: 'https://evil.example/' })
    await browser.post('/shop/auth/signout', {}, { from: 'https://evil.example/' })
    await browser.post('/shop/auth/signout', { json: {} }, { from: 'https://evil.example/' })
    expect(await shownUser(browser)).toContain('Ann')
  })

  test('without a secret a page that reads the session fails', async () => {
    const withoutSecret = await serve(app, { AUTH_TRUST_HOST: 'true' }, vite('preview'))
    try {
      const page = await openBrowser({ origin: withoutSecret.origin }).get('/shop/')
      expect(page.status).toBe(500)
      expect(page.body).not.toContain('signed out')
      expect(withoutSecret.output()).toContain('MissingSecret')
    } finally {
      await withoutSecret.stop()
    }
  })

  describe('uses the variables that SvelteKit gives to server code', () => {
    const envFile = (name: string) =>
      `NAME=${name}\nAUTH_SECRET="${SECRET}"\nAUTH_OAUTH_ID=\${NAME}-id\nAUTH_OAUTH_SECRET=secret\n`

    beforeAll(async () => {
      await writeFile(join(app, '.env'), envFile('default'))
      await writeFile(join(app, '.env.staging'), 'NAME=staging\n')
      await mkdir(join(app, 'elsewhere'))
      await writeFile(join(app, 'elsewhere/.env'), envFile('elsewhere'))
    })

    afterAll(() => Promise.all(['.env', '.env.staging'].map((file) => rm(join(app, file)))))

    type Send = (
      url: string,
      request: { method: string; headers: Record<string, string>; body: string; redirect: 'manual' },
    ) => Promise<{ headers: { get: (name: string) => string | null } }>

    /** The client that a sign-in at the provider uses. */
    const findClient = async (send: Send, at: string, origin = at) => {
      const headers = { origin, 'content-type': 'application/json' }
      const response = await send(`${at}/shop/auth/signin/oauth`, {
        method: 'POST',
        headers,
        body: '{}',
        redirect: 'manual',
      })
      return new URL(response.headers.get('location') ?? '', origin).searchParams.get('client_id')
    }

    test.each<[string, Program, Readonly<Record<string, string>>, string]>([
      ['vite dev', vite('dev'), {}, 'default-id'],
      ['vite dev, over those of the files', vite('dev'), { AUTH_OAUTH_ID: 'process' }, 'process'],
      ['vite dev --mode', vite('dev', '--mode', 'staging'), {}, 'staging-id'],
      ['vite dev with env.dir', vite('dev'), { TEST_ENV_DIR: 'elsewhere' }, 'elsewhere-id'],
      ['vite preview', vite('preview'), {}, 'default-id'],
      ['vite preview --mode', vite('preview', '--mode', 'staging'), {}, 'staging-id'],
      ['vite preview with env.dir', vite('preview'), { TEST_ENV_DIR: 'elsewhere' }, 'elsewhere-id'],
      ['adapter-node', builtServer, { ...CLIENT, AUTH_SECRET: SECRET, AUTH_URL: 'https://app.example' }, 'app'],
    ])('in %s', async (_where, program, more, client) => {
      const server = await serve(app, { AUTH_TRUST_HOST: 'true', ...more }, program)
      try {
        expect(await findClient(fetch, server.origin, more['AUTH_URL'])).toBe(client)
      } finally {
        await server.stop()
      }
    })

    test.each<[string, readonly BindingsIn[]]>([
      ['as adapter-cloudflare passes them', ['$env/dynamic/private', 'event.platform.env', 'process.env']],
      ['with the bindings in $env/dynamic/private only', ['$env/dynamic/private']],
      ['with the bindings in event.platform.env only', ['event.platform.env']],
      ['with the bindings in process.env only', ['process.env']],
    ])('in a Cloudflare Worker, %s', async (_how, places) => {
      const worker = await startWorker(app, places, { ...CLIENT, AUTH_SECRET: SECRET })
      try {
        const send: Send = (url, request) => worker.dispatchFetch(url, request)
        expect(await findClient(send, 'http://localhost')).toBe('app')
      } finally {
        await worker.dispose()
      }
    })
  })

  describe('in a browser', () => {
    const open = async (context: TestContext, path: string) => {
      if (chromium.browser === null) return context.skip(chromium.reason)
      const visitor = await chromium.browser.newContext({ baseURL: site.origin })
      onTestFinished(() => visitor.close())
      const page = await visitor.newPage()
      const go = (where: string) => page.goto(where, { waitUntil: 'networkidle' })
      await go(path)
      return { page, go }
    }

    test('the enhanced form signs in without reloading the page and updates the layout', async (context) => {
      const { page } = await open(context, '/shop/signin')
      await page.evaluate('window.notReloaded = true')
      await page.locator('.snippets [name=name]').fill('ann')
      await page.locator('.snippets [name=password]').fill('right')
      await page.locator('.snippets button').click()
      await page.getByRole('heading', { name: 'Protected' }).waitFor()
      expect(await page.locator('#user').textContent()).toBe('Ann')
      expect(await page.evaluate('window.notReloaded')).toBe(true)
    })

    test('the enhanced form shows a wrong password on the sign-in page', async (context) => {
      const { page } = await open(context, '/shop/signin')
      await page.locator('.slots button').click()
      await page.waitForURL('**/shop/auth/signin?*')
      expect(new URL(page.url()).search).toBe('?error=CredentialsSignin&code=credentials')
    })

    test('the enhanced form redirects to a provider', async (context) => {
      const { page } = await open(context, '/shop/signin')
      await page.route('https://id.example/**', (route) => route.fulfill({ body: 'provider' }))
      await page.getByText('Sign in with oauth').click()
      await page.waitForURL('https://id.example/**')
      expect(new URL(page.url()).pathname).toBe('/authorize')
    })

    test('escapes a user name that contains markup', async (context) => {
      const { page } = await open(context, '/shop/signin')
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      await page.locator('.snippets [name=name]').fill('eve')
      await page.locator('.snippets [name=password]').fill('right')
      await page.locator('.snippets button').click()
      await page.getByRole('heading', { name: 'Protected' }).waitFor()
      // Rendered in the browser, then by the server.
      for (const go of [() => Promise.resolve(), () => page.reload({ waitUntil: 'networkidle' })]) {
        await go()
        expect(await page.locator('#user').textContent()).toMatch(/^<\/script><script>window\.evil = 1.*\u2028\u2029$/)
        expect(await page.evaluate('window.evil')).toBeUndefined()
      }
      expect(errors).toEqual([])
    })

    test('the client functions sign in and out, and are not confused by the names of page elements', async (context) => {
      const { page } = await open(context, '/shop/client')
      const origins: string[] = []
      page.on('request', (request) => origins.push(new URL(request.url()).origin))
      const waitForResult = (text: string) => page.locator('#result', { hasText: text }).waitFor()
      await page.getByText('Wrong').click()
      await waitForResult('false CredentialsSignin signed out')
      await page.getByRole('button', { name: 'Right' }).click()
      await waitForResult('true Ann')
      await page.getByText('Sign out').click()
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      expect(await page.locator('#user').textContent()).toBe('signed out')
      expect(new Set(origins)).toEqual(new Set([site.origin]))
    })
  })

  test('the package contains the entry of every provider', async () => {
    const installed = await readdir(join(app, 'node_modules/@authwright/sveltekit/dist/providers'))
    expect(installed.filter((file) => file.endsWith('.d.ts')).toSorted()).toEqual(
      [...providerNames(), 'index'].map((name) => `${name}.d.ts`).toSorted(),
    )
  })

  test('the example of the start page works, and the types are correct', async () => {
    const browser = browse()
    expect((await browser.get('/shop/readme')).forms[0]?.fields).toEqual({ providerId: 'github' })
    const { browser: signedIn } = await signIn()
    expect((await signedIn.get('/shop/readme')).text).toContain('Signed in as Ann')
    expect(await types).toEqual([''])
  })
})
