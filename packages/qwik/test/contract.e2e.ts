import { compileContract, readScripts } from '@authwright/test-kit/built-application'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { installTarballs, makeFolder, packAll, removeFolder, run } from '@authwright/test-kit/installed-application'
import {
  browserContract,
  browserOf,
  buildContract,
  frameworkContract,
  type ApplicationOptions,
} from '@authwright/testing/frameworks'
import { startIdentityProvider } from '@authwright/testing/identity-provider'
import { shareApplication } from '@authwright/test-kit/share-application'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { actionPath, readRedirect } from './data-requests.ts'
import { subjectOf } from './subject.ts'

let folder: string
let application: string

beforeAll(async () => {
  folder = await makeFolder()
  application = join(folder, 'application')
  await cp(join(import.meta.dirname, 'app'), application, { recursive: true })
  await installTarballs(application, await packAll(folder, ['core', 'client', 'testing', 'qwik']))
  const vite = 'node_modules/vite/bin/vite.js'
  await run(process.execPath, [vite, 'build'], application)
  await run(process.execPath, [vite, 'build', '--config', 'adapters/node/vite.config.ts'], application)
})

afterAll(() => removeFolder(folder))

const subject = shareApplication(subjectOf(() => application))

frameworkContract({ subject, test })

buildContract({
  subject,
  test,
  compile: (text) => compileContract(application, text),
  browserCode: () => readScripts(join(application, 'dist/build')),
})

describe('in a browser', () => {
  const openPage = withChromium()
  browserContract({ subject, test, openPage })

  test('leads to the sign-in page after useSignIn whose AuthError the application does not catch', async () => {
    const { origin } = await start()
    const page = await openPage()
    await page.goto(`${origin}/methods`)
    await page.fill('[name="options.username"]', 'ada')
    await page.fill('[name="options.password"]', 'wrong')
    await page.click('button:has-text("Password")')
    await page.waitForURL(`${origin}/auth/signin?error=CredentialsSignin&code=credentials`)
    expect(await page.waitForSelector('form')).not.toBeNull()
    await page.context().close()
  })
})

const start = async (options: ApplicationOptions = {}) => {
  const running = await subject.start(options)
  onTestFinished(async () => void (await running.stop()))
  return { running, browser: browserOf(running), origin: running.origin }
}

test('the code for the browser has nothing of the config and of the engine', async () => {
  const build = join(application, 'dist/build')
  const texts = await Promise.all((await readdir(build)).map((name) => readFile(join(build, name), 'utf8')))
  const code = texts.join('\n')
  expect(code).toContain('This function runs on the server only')
  for (const part of ['configFor', 'CONTRACT_OPTIONS', 'AUTH_SECRET', 'session-token', 'CredentialsSignin'])
    expect(code).not.toContain(part)
})

test('the function of the config cannot be called from a browser', async () => {
  const { browser, origin } = await start()
  const [action = ''] = (await browser.get('/leave')).body.match(/(?<=qaction=)\w+(?=signOut)/) ?? []
  // A call of a function that `server$` registers, in the format of Qwik's serialization.
  const response = await fetch(`${origin}/user?qfunc=${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/qwik-json', 'x-qrl': action, origin },
    body: JSON.stringify({ _entry: '1', _objs: [`\u0002_#s_${action}`, ['0']] }),
  })
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('Invalid request')])
})

test.each([
  ['wrong', '/auth/signin?error=CredentialsSignin&code=credentials', false],
  ['correct', '/methods', true],
] as const)('useSignIn with a %s password redirects to %s', async (password, target, isSignedIn) => {
  const { browser } = await start()
  const fields = { 'options.username': 'ada', 'options.password': password }
  await browser.get('/methods')
  const page = await browser.submit(fields, { press: 'Password' })
  expect([page.status, page.location?.pathname + (page.location?.search ?? '')]).toEqual([303, target])
  expect((await browser.get('/api/me')).json() !== null).toBe(isSignedIn)
})

test('useSignIn starts a sign-in at a provider, from a form and from a script', async () => {
  const origin = 'http://localhost:5173'
  const redirectUris = [`${origin}/auth/callback/idp`]
  const provider = await startIdentityProvider({
    clients: [{ clientId: 'demo', clientSecret: 'demo-secret', redirectUris }],
  })
  onTestFinished(() => provider.close())
  const { running } = await start({ issuer: provider.issuer })
  const browser = browserOf(running, origin)
  await browser.get('/methods')
  const page = await browser.submit({}, { press: 'Provider' })
  expect([page.status, page.location?.origin]).toEqual([303, provider.issuer])
  expect(page.headers.getSetCookie().join()).toContain('authwright.state')

  await browser.get('/methods')
  const data = await browser.post(actionPath(browser, 'Provider'), { json: { providerId: 'idp' } })
  expect([data.status, new URL(readRedirect(data)).origin]).toEqual([200, provider.issuer])
  expect(data.headers.getSetCookie().join()).toContain('authwright.state')
})

test('refuses an action that a script of another site calls', async () => {
  const { browser } = await start()
  await browser.get('/methods')
  const fields = { providerId: 'password', options: { username: 'eve', password: 'correct' } }
  const path = actionPath(browser, 'Password')
  const refused = await browser.post(path, { json: fields }, { from: 'https://evil.test/' })
  expect(refused.headers.getSetCookie().join()).not.toContain('session-token')
  expect((await browser.get('/api/me')).json()).toBeNull()
})

test('the router of the browser gets no data of a page that the user may not see, and opens it', async () => {
  const { browser } = await start()
  await browser.post('/login?username=ada&password=correct', {})
  const data = await browser.get('/admin/q-data.json')
  expect([data.status, data.body]).toEqual([204, ''])
  const page = await browser.get('/admin')
  expect([page.status, page.json()]).toEqual([403, { error: 'AccessDenied' }])
})

test('no shared cache stores a page for a signed-in user, whatever the page says', async () => {
  const { browser } = await start()
  await browser.post('/login?username=admin&password=correct', {})
  const [page, data] = [await browser.get('/admin'), await browser.get('/admin/q-data.json')]
  expect([page, data].map(({ headers }) => headers.get('cache-control'))).toEqual(Array(2).fill('private, no-store'))
})
