import { openBrowser } from '@authwright/testing'
import { launchBrowser } from '@authwright/testing/browser'
import type { LaunchedBrowser } from '@authwright/testing/browser'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { TestContext } from 'vitest'
import { providerNames } from '../../../scripts/provider-entries.mjs'
import { checkTypes, installApp, makeFolder, packAll, removeFolder, serve } from './support/app.ts'
import type { RunningApp } from './support/app.ts'

const SECRET = 'a secret of the stories, long enough to be one'

/** What is asked of one version of SvelteKit. */
interface Subject {
  readonly app: string
  readonly site: RunningApp
  /** What the compiler says; it works while the stories are told. */
  readonly types: Promise<string>
}

const begin = async (folder: string, name: string, tarballs: readonly string[]): Promise<Subject> => {
  const app = await installApp(folder, name, tarballs)
  const types = checkTypes(app)
  types.catch(() => undefined)
  return { app, site: await serve(app, { AUTH_SECRET: SECRET, AUTH_TRUST_HOST: 'true' }), types }
}

const names = ['kit2', 'kit3'] as const
let folder: string
let chromium: LaunchedBrowser
let subjects: Readonly<Record<(typeof names)[number], Subject>>

beforeAll(async () => {
  folder = await makeFolder()
  const tarballs = await packAll(folder)
  const [kit2, kit3] = await Promise.all([begin(folder, 'kit2', tarballs), begin(folder, 'kit3', tarballs)])
  subjects = { kit2, kit3 }
  chromium = await launchBrowser()
  // Two applications are installed, built and checked at once: against what hangs, not against a slow machine.
}, 300_000)

afterAll(async () => {
  await chromium?.browser?.close()
  await Promise.all(Object.values(subjects ?? {}).map(({ site }) => site.stop()))
  await removeFolder(folder)
})

describe.each(names)('%s, installed from the packed tarballs and built without a secret', (name) => {
  let app: string
  let site: RunningApp
  let types: Promise<string>

  beforeAll(() => {
    ;({ app, site, types } = subjects[name])
  })

  const browse = () => openBrowser({ origin: site.origin })
  const who = async (browser: ReturnType<typeof browse>) => (await browser.get('/shop/')).text

  const enter = async (path = '/shop/signin') => {
    const browser = browse()
    await browser.get(path)
    const page = await browser.submit({ name: 'ann', password: 'right' })
    return { browser, page }
  }

  test('a page rendered at build time knows nobody', async () => {
    const written = await readFile(join(app, '.svelte-kit/output/prerendered/pages/about.html'), 'utf8')
    expect(written).toContain('nobody')
    const { browser } = await enter()
    expect((await browser.get('/shop/about')).text).toContain('nobody')
  })

  test('the routes lie below paths.base and the session can be read', async () => {
    const browser = browse()
    expect((await browser.get('/shop/auth/session')).json()).toBeNull()
    expect((await browser.get('/shop/auth/providers')).json()).toMatchObject({
      credentials: { signinUrl: `${site.origin}/shop/auth/signin/credentials` },
    })
  })

  test.each(['/shop/protected', '/shop/%70rotected'])(
    'nobody gets into a guarded page by %s: 303 to the application’s sign-in page',
    async (path) => {
      const page = await browse().get(path)
      expect([page.status, page.location?.pathname]).toEqual([303, '/shop/login'])
      expect(page.body).not.toContain('Protected')
    },
  )

  test('nobody gets the data of a guarded page', async () => {
    const page = await browse().get('/shop/protected/__data.json')
    expect(page.json()).toMatchObject({ type: 'redirect', location: '/shop/login' })
  })

  test('the component’s form signs in and goes where it says; the layout shows who it is', async () => {
    const { browser, page } = await enter()
    expect([page.status, page.location?.pathname]).toEqual([302, '/shop/protected'])
    expect((await browser.follow()).text).toContain('Protected')
    expect(await who(browser)).toContain('Ann')
  })

  test('the components render what is handed to them as snippet and as slot, below paths.base', async () => {
    const page = await browse().get('/shop/signin')
    const [snippets, slots, elsewhere, mail] = page.forms
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
    expect(elsewhere?.fields).toEqual({ providerId: 'elsewhere', 'authorizationParams-prompt': 'login' })
    expect(elsewhere?.buttons[0]?.text).toBe('Sign in with elsewhere')
    expect(mail?.fields).toEqual({ providerId: 'nodemailer', email: '' })
  })

  test('a sign-in elsewhere leaves the site', async () => {
    const browser = browse()
    await browser.get('/shop/signin')
    const page = await browser.submit({}, { form: 2 })
    expect(page.location?.href).toMatch(/^https:\/\/id\.example\/authorize\?.*prompt=login/)
    expect(page.location?.searchParams.get('redirect_uri')).toBe(`${site.origin}/shop/auth/callback/elsewhere`)
  })

  test('a wrong password leads back to the sign-in page, with and without JavaScript', async () => {
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
  })

  test('a sign-in page of the application’s own is told all that the built-in one knows', async () => {
    const browser = browse()
    const page = await browser.get('/shop/ways?callbackUrl=%2Fshop%2Fprotected&error=AccessDenied')
    expect(page.text).toContain('AccessDenied')
    expect(page.forms.map(({ action }) => action.pathname)).toEqual([
      '/shop/auth/callback/credentials',
      '/shop/auth/signin/elsewhere',
    ])
    const done = await browser.submit({ name: 'ann', password: 'right' })
    expect([done.status, done.location?.pathname]).toEqual([302, '/shop/protected'])
    expect((await browser.get('/shop/ways')).text).toContain('(last used)')
  })

  test('an application that catches the error shows it on its own page', async () => {
    const browser = browse()
    await browser.get('/shop/login')
    const page = await browser.submit({ name: 'ann', password: 'wrong' })
    expect(page.status).toBe(400)
    expect(page.text).toContain('CredentialsSignin')
  })

  test('with redirect=false the page stays, and its own load functions see the new session', async () => {
    const browser = browse()
    await browser.get('/shop/quiet')
    const failed = await browser.submit({ name: 'bob', password: 'right' })
    expect([failed.status, failed.text]).toEqual([401, expect.stringContaining('failed: CredentialsSignin locked')])
    const page = await browser.submit({ name: 'ann', password: 'right' })
    expect(page.text).toContain(`went to ${site.origin}/shop/`)
    expect(page.text).toContain('Ann')
    const out = await browser.submit({}, { form: 1 })
    expect(out.text).toContain('nobody')
    expect(await who(browser)).toContain('nobody')
  })

  test('the client’s route signs in too', async () => {
    const browser = browse()
    const headers = { 'x-auth-return-redirect': '1' }
    const fields = { name: 'ann', password: 'right', callbackUrl: '/shop/protected' }
    const page = await browser.post('/shop/auth/callback/credentials', fields, { headers })
    expect(page.json()).toEqual({ url: `${site.origin}/shop/protected` })
    expect(await who(browser)).toContain('Ann')
  })

  test('the component’s form signs out', async () => {
    const { browser } = await enter()
    await browser.get('/shop/signout')
    const page = await browser.submit()
    expect([page.status, page.location?.pathname]).toEqual([302, '/shop/'])
    expect(await who(browser)).toContain('nobody')
  })

  test('a page that asks for the session while its body streams gets it', async () => {
    const { browser } = await enter()
    expect((await browser.get('/shop/stream')).body).toContain('Ann')
    const late = await browser.get('/shop/late')
    expect(late.body).toBe('Ann')
    expect(late.headers.getSetCookie()).toEqual([])
    expect((await browser.get('/shop/late')).body).toBe('Ann')
  })

  test('a form of another site does nothing', async () => {
    const { browser } = await enter()
    await browser.post('/shop/signout', {}, { from: 'https://evil.example/' })
    await browser.post('/shop/auth/signout', {}, { from: 'https://evil.example/' })
    await browser.post('/shop/auth/signout', { json: {} }, { from: 'https://evil.example/' })
    expect(await who(browser)).toContain('Ann')
  })

  test('without a secret a page with people is an error, not a page with nobody', async () => {
    const bare = await serve(app, { AUTH_TRUST_HOST: 'true' })
    try {
      const page = await openBrowser({ origin: bare.origin }).get('/shop/')
      expect(page.status).toBe(500)
      expect(page.body).not.toContain('nobody')
      expect(bare.said()).toContain('MissingSecret')
    } finally {
      await bare.stop()
    }
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

    test('the enhanced form signs in without leaving the page, and the layout learns of it', async (context) => {
      const { page } = await open(context, '/shop/signin')
      await page.evaluate('window.stayed = true')
      await page.locator('.snippets [name=name]').fill('ann')
      await page.locator('.snippets [name=password]').fill('right')
      await page.locator('.snippets button').click()
      await page.getByRole('heading', { name: 'Protected' }).waitFor()
      expect(await page.locator('#who').textContent()).toBe('Ann')
      expect(await page.evaluate('window.stayed')).toBe(true)
    })

    test('the enhanced form shows a wrong password on the sign-in page', async (context) => {
      const { page } = await open(context, '/shop/signin')
      await page.locator('.slots button').click()
      await page.waitForURL('**/shop/auth/signin?*')
      expect(new URL(page.url()).search).toBe('?error=CredentialsSignin&code=credentials')
    })

    test('the enhanced form leads to a provider elsewhere', async (context) => {
      const { page } = await open(context, '/shop/signin')
      await page.route('https://id.example/**', (route) => route.fulfill({ body: 'the provider' }))
      await page.getByText('Sign in with elsewhere').click()
      await page.waitForURL('https://id.example/**')
      expect(new URL(page.url()).pathname).toBe('/authorize')
    })

    test('a name that is markup is text on the page and in the data of its script', async (context) => {
      const { page } = await open(context, '/shop/signin')
      const noticed: string[] = []
      page.on('pageerror', ({ message }) => noticed.push(message))
      await page.locator('.snippets [name=name]').fill('eve')
      await page.locator('.snippets [name=password]').fill('right')
      await page.locator('.snippets button').click()
      await page.getByRole('heading', { name: 'Protected' }).waitFor()
      // Once by the page's own script, once as the server renders it.
      for (const go of [() => Promise.resolve(), () => page.reload({ waitUntil: 'networkidle' })]) {
        await go()
        expect(await page.locator('#who').textContent()).toMatch(/^<\/script><script>window\.evil = 1.*\u2028\u2029$/)
        expect(await page.evaluate('window.evil')).toBeUndefined()
      }
      expect(noticed).toEqual([])
    })

    test('the client functions sign in and out below paths.base, whatever elements of the page are named', async (context) => {
      const { page } = await open(context, '/shop/client')
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).origin))
      const told = (words: string) => page.locator('#told', { hasText: words }).waitFor()
      await page.getByText('Wrong').click()
      await told('false CredentialsSignin nobody')
      await page.getByRole('button', { name: 'Right' }).click()
      await told('true Ann')
      await page.getByText('Leave').click()
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      expect(await page.locator('#who').textContent()).toBe('nobody')
      expect(new Set(asked)).toEqual(new Set([site.origin]))
    })
  })

  test('the package contains the entry of every provider', async () => {
    const installed = await readdir(join(app, 'node_modules/@authwright/sveltekit/dist/providers'))
    expect(installed.filter((file) => file.endsWith('.d.ts')).toSorted()).toEqual(
      [...providerNames(), 'index'].map((name) => `${name}.d.ts`).toSorted(),
    )
  })

  test('the example of the README works, and all types hold', async () => {
    const browser = browse()
    expect((await browser.get('/shop/readme')).forms[0]?.fields).toEqual({ providerId: 'github' })
    const { browser: known } = await enter()
    expect((await known.get('/shop/readme')).text).toContain('Signed in as Ann')
    expect(await types).toContain('0 errors and 0 warnings')
  })
})
