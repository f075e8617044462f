import { join } from 'node:path'
import { compileContract, readScripts } from '@authwright/test-kit/built-application'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { removeFolder } from '@authwright/test-kit/installed-application'
import {
  browserContract,
  browserOf,
  buildContract,
  frameworkContract,
  type ApplicationOptions,
} from '@authwright/testing/frameworks'
import { getWithHost } from '@authwright/test-kit/get-with-host'
import { shareApplication } from '@authwright/test-kit/share-application'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApplication, next } from './subject.ts'

let folder: string

beforeAll(async () => {
  folder = await buildApplication(['client', 'core', 'next', 'node', 'testing'])
})

afterAll(() => removeFolder(folder))

const subject = shareApplication(next(() => folder))

frameworkContract({ subject, test })

buildContract({
  subject,
  test,
  compile: (text) => compileContract(join(folder, 'app'), text),
  browserCode: () => readScripts(join(join(folder, 'app'), '.next/static')),
})

describe('in a browser', () => {
  const openPage = withChromium()
  browserContract({ subject, test, openPage })

  test('leads to the sign-in page after an action whose AuthError the application does not catch', async () => {
    const { origin } = await start()
    const page = await openPage()
    await page.goto(`${origin}/careless`)
    await page.fill('[name=username]', 'ada')
    await page.fill('[name=password]', 'wrong')
    await page.click('button')
    await page.waitForURL(`${origin}/auth/signin?error=CredentialsSignin&code=credentials`)
    expect(await page.waitForSelector('form')).not.toBeNull()
    await page.context().close()
  })
})

const start = async (options: ApplicationOptions = {}) => {
  const running = await subject.start(options)
  onTestFinished(async () => void (await running.stop()))
  const signIn = async (username: string) => {
    const browser = browserOf(running)
    await browser.post('/auth/callback/password', { username, password: 'correct', callbackUrl: '/' })
    return browser
  }
  return { origin: running.origin, browser: () => browserOf(running), signIn }
}

test('leads to the sign-in page after a form whose AuthError the action does not catch', async () => {
  const { origin, browser } = await start()
  const user = browser()
  await user.get('/careless')
  const page = await user.submit({ username: 'ada', password: 'wrong' })
  expect([page.status, page.location?.href]).toEqual([
    303,
    `${origin}/auth/signin?error=CredentialsSignin&code=credentials`,
  ])
})

describe('callbacks.authorized', () => {
  test('decides in the proxy who may see a page', async () => {
    const { origin, browser, signIn } = await start()
    const page = await browser().get('/guarded?page=2')
    expect([page.status, page.location?.href]).toEqual([302, `${origin}/auth/signin?callbackUrl=%2Fguarded%3Fpage%3D2`])
    const script = await fetch(`${origin}/guarded`, { headers: { 'sec-fetch-mode': 'cors' } })
    expect([script.status, await script.json()]).toEqual([401, { error: 'SessionRequired' }])
    const user = await (await signIn('ada')).get('/guarded')
    expect([user.status, user.location?.href]).toEqual([302, `${origin}/auth/error?error=AccessDenied`])
    expect((await (await signIn('admin')).get('/guarded')).text).toContain('Guarded')
    expect((await browser().get('/guarded?own')).status).toBe(418)
  })

  test('refuses every request while the database is down', async () => {
    const { origin } = await start({ isDatabaseDown: true })
    const cookie = 'authwright.session-token=a-session-token'
    const page = await fetch(`${origin}/guarded`, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
    expect(page.status).toBe(500)
    expect(await page.text()).not.toContain('Guarded')
  })
})

test('responds with 400 to a malformed host, and never names it', async () => {
  const { origin } = await start()
  for (const host of ['evil.test/x', 'user@evil.test', 'evil.test:99999']) {
    const { status, body } = await getWithHost(`${origin}/auth/providers`, host)
    expect([host, status]).toEqual([host, 400])
    expect(body).not.toContain('evil.test')
  }
})

test.each(['/api/pages', '/props'])('auth() reads and renews the session in the pages router (%s)', async (path) => {
  const { signIn, browser } = await start({ renewsAlways: true })
  expect((await browser().get(path)).body).not.toMatch(/\bada\b/)
  const page = await (await signIn('ada')).get(path)
  expect(page.body).toContain('ada')
  expect(page.headers.getSetCookie().join()).toContain('authwright.session-token=')
  expect(page.headers.get('cache-control')).toMatch(/private|no-store/)
})

describe('below the basePath of Next.js, with a proxy on the Edge Runtime', () => {
  const startBelow = async () => {
    const { browser } = await start({ mount: '/shop', basePath: '/shop/auth' })
    const user = browser()
    const signIn = () =>
      user.post('/shop/auth/callback/password', { username: 'ada', password: 'correct', callbackUrl: '/' })
    return { user, signIn }
  }

  test('auth(handler) reads and renews the session in a route handler there', async () => {
    const { user, signIn } = await startBelow()
    expect((await user.get('/shop/edge')).json()).toEqual({ name: null, runtime: true })
    await signIn()
    const page = await user.get('/shop/edge')
    expect(page.json()).toEqual({ name: 'ada', runtime: true })
    expect(page.headers.getSetCookie().join()).toContain('authwright.session-token=')
  })

  test('the proxy guards a page and renews the session', async () => {
    const { user, signIn } = await startBelow()
    const refused = await user.get('/shop/guarded?page=2')
    expect([refused.status, refused.location?.pathname, refused.location?.search]).toEqual([
      302,
      '/shop/auth/signin',
      '?callbackUrl=%2Fshop%2Fguarded%3Fpage%3D2',
    ])
    await signIn()
    const page = await user.get('/shop/guarded?page=2')
    expect(page.body).toContain('Guarded')
    expect(page.headers.getSetCookie().join()).toContain('authwright.session-token=')
  })

  test.each(['/shop/api/pages', '/shop/props'])('auth() reads the session in the pages router (%s)', async (path) => {
    const { user, signIn } = await startBelow()
    await signIn()
    expect((await user.get(path)).body).toContain('ada')
  })
})
