import { launchBrowser, type LaunchedBrowser } from '@authwright/test-kit/chromium'
import { makeFolder, removeFolder, serve } from '@authwright/test-kit/installed-application'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { deploy, ORIGIN, sessionCookies, signIn, type Browser } from './migrated-site.ts'
import { buildMigration, type Migration } from './published.ts'
import { server } from './subject.ts'

const SECRET = 'a secret of the tests, thirty-two characters and more'
const ENVIRONMENT = { NEXTAUTH_SECRET: SECRET, NEXTAUTH_URL: ORIGIN }

let folder: string
let migration: Migration
let chromium: LaunchedBrowser

beforeAll(async () => {
  folder = await makeFolder()
  migration = await buildMigration(folder, 4)
  chromium = await launchBrowser()
})

afterAll(async () => {
  await chromium?.browser?.close()
  await removeFolder(folder)
})

/** What a user sees of the session. */
const look = async (browser: Browser) => ({
  page: (await browser.get('/member')).body.replaceAll('<!-- -->', '').match(/Member \w+, \w+/)?.[0],
  props: /Signed in as ann/.test((await browser.get('/server')).body),
  route: (await browser.get('/me')).json(),
  pagesRoute: (await browser.get('/api/session')).json(),
  token: (await browser.get('/api/jwt')).json(),
  protected: (await browser.get('/protected')).status,
  admin: (await browser.get('/admin')).headers.get('x-role'),
})

const user = { name: 'ann', email: 'ann@example.org', role: 'admin' }
const SIGNED_IN = {
  page: 'Member ann, admin',
  props: true,
  route: expect.objectContaining({ user }),
  pagesRoute: expect.objectContaining({ user }),
  token: { role: 'admin' },
  protected: 200,
  admin: 'admin',
}

describe('an application of next-auth 4', () => {
  test('keeps its users signed in, whichever part of it they request first', async () => {
    const { replaceBy, newBrowser } = await deploy(migration.before, ENVIRONMENT)
    const [browser, other] = [newBrowser(), newBrowser()]
    for (const each of [browser, other]) await signIn(each, 'ann')
    expect(await look(browser)).toEqual(SIGNED_IN)
    await replaceBy(migration.after)
    // These cannot set a cookie.
    expect((await browser.get('/protected')).status).toBe(200)
    expect((await browser.get('/me')).json()).toMatchObject({ user })
    expect((await browser.get('/api/jwt')).json()).toEqual({ role: 'admin' })
    expect(sessionCookies(browser)).toEqual(['__Secure-next-auth.session-token'])
    // This one replaces it.
    expect((await browser.get('/api/session')).json()).toMatchObject({ user })
    expect(sessionCookies(browser)).toEqual(['__Host-authwright.session-token'])
    expect(await look(browser)).toEqual(SIGNED_IN)
    expect((await other.get('/api/auth/session')).json()).toMatchObject({ user })
    expect(await look(other)).toEqual(SIGNED_IN)
  })

  test('guards its pages, and signs in and out', async () => {
    const { newBrowser } = await deploy(migration.after, ENVIRONMENT)
    const browser = newBrowser()
    const page = await browser.get('/protected')
    expect([page.status, page.location?.href]).toEqual([
      302,
      'https://app.test/api/auth/signin?callbackUrl=%2Fprotected',
    ])
    await browser.follow()
    await browser.submit({ username: 'bob', password: 'right' })
    expect((await browser.follow()).body).toContain('For members')
    const admin = await browser.get('/admin')
    expect([admin.status, admin.location?.pathname]).toEqual([302, '/api/auth/error'])
    const { csrfToken } = (await browser.get('/api/auth/csrf')).json() as { readonly csrfToken: string }
    await browser.post('/api/auth/signout', { csrfToken, callbackUrl: '/' })
    expect((await browser.get('/me')).json()).toBeNull()
    expect((await browser.get('/api/session')).json()).toBeNull()
  })

  test('serves the routes of the library in the App Router too', async () => {
    const { newBrowser } = await deploy(migration.after, ENVIRONMENT)
    const browser = newBrowser()
    const password = { username: 'ann', password: 'right', callbackUrl: '/' }
    await browser.post('/app-router/auth/callback/credentials', password)
    expect((await browser.get('/app-router/auth/session')).json()).toMatchObject({ user })
    expect((await browser.get('/api/auth/session')).json()).toMatchObject({ user })
    expect((await browser.get('/api/auth/no-such-action')).status).toBe(404)
  })

  test('signs in and out with the functions of its pages', async (context) => {
    if (chromium.browser === null) return context.skip(chromium.reason)
    const environment = { NEXTAUTH_SECRET: SECRET, AUTH_TRUST_HOST: 'true' }
    const running = await serve(migration.after, environment, server)
    onTestFinished(() => running.stop())
    const page = await chromium.browser.newPage({ baseURL: running.origin })
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('User name').fill('ann')
    await page.getByLabel('Password').fill('right')
    await page.getByRole('button', { name: /sign in/i }).click()
    await page.getByRole('heading', { name: 'Signed in as ann' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Signed out' }).waitFor()
    expect(await (await page.request.get('/me')).json()).toBeNull()
  })
})
