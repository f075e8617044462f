import { join } from 'node:path'
import { compileContract, readScripts } from '@authwright/test-kit/built-application'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { launchBrowser, type LaunchedBrowser } from '@authwright/test-kit/chromium'
import { openBrowser } from '@authwright/testing'
import {
  browserContract,
  buildContract,
  frameworkContract,
  type ApplicationOptions,
} from '@authwright/testing/frameworks'
import { connect } from 'node:net'
import { takeScreenshot } from '@authwright/test-kit/screenshot'
import { shareApplication } from '@authwright/test-kit/share-application'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { install, type Installed } from './installed.ts'
import { nuxtSubject } from './subject.ts'

let installed: Installed
let chromium: LaunchedBrowser

beforeAll(async () => {
  installed = await install()
  chromium = await launchBrowser()
  // An application is installed, and built, and an example.
})

afterAll(async () => {
  await chromium?.browser?.close()
  await installed?.remove()
})

const subject = shareApplication(
  nuxtSubject({
    start: (options) => installed.serve(options),
    develop: (options) => installed.develop(options),
  }),
)

frameworkContract({ subject, test })

buildContract({
  subject,
  test,
  compile: (text) => compileContract(installed.application, text, { project: '.nuxt/tsconfig.server.json' }),
  browserCode: () => readScripts(join(installed.application, '.output/public')),
})

describe('in a browser', () => {
  browserContract({ subject, test, openPage: withChromium() })
})

const open = async (options: ApplicationOptions = {}) => {
  const site = await installed.serve(options)
  onTestFinished(async () => void (await site.stop()))
  return { origin: site.origin, browser: () => openBrowser({ origin: site.origin }) }
}

/** Send text over a connection. Returns what comes back until the server closes it. */
const sendText = (origin: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (part: Buffer) => (received += part.toString()))
    socket.on('error', reject).on('close', () => resolve(received))
  })

test('a cached page shows no user to others, and its user in the browser', async (context) => {
  const { origin, browser } = await open({ renewsAlways: true })
  const ada = browser()
  await ada.post('/auth/callback/password', { username: 'ada', password: 'correct', callbackUrl: '/' })
  const first = await ada.get('/cached')
  expect(first.headers.getSetCookie()).toEqual([])
  for (const page of [first, await ada.get('/cached'), await browser().get('/cached')]) {
    expect(page.text).toContain('signed out')
    expect(page.body).not.toMatch(/\bada\b/)
  }
  if (chromium.browser === null) return context.skip(chromium.reason)
  const page = await chromium.browser.newPage({ baseURL: origin })
  await page.request.post('/auth/callback/password', {
    headers: { origin },
    form: { username: 'ada', password: 'correct', callbackUrl: '/' },
  })
  await page.goto('/cached')
  await page.locator('#user', { hasText: 'ada' }).waitFor()
})

test('a request that names several hosts is refused', async () => {
  const { origin } = await open()
  const { host } = new URL(origin)
  const send = (target: string, hosts: string) =>
    sendText(origin, `GET ${target} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
  const own = `Host: ${host}\r\n`
  for (const [target, hosts] of [
    ['http://evil.test/auth/providers', own],
    ['/auth/providers', `${own}Host: evil.test\r\n`],
    ['/auth/providers', 'Host: user@evil.test\r\n'],
  ] as const) {
    const response = await send(target, hosts)
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response).not.toContain('evil.test')
  }
  expect(await send('//evil.test/auth/signin', own)).not.toMatch(/^location: /im)
})

test('the types of the server code are correct', async () => {
  expect(await installed.checkTypes()).toBe('')
})

test('the example signs in and out, and guards its page in the browser too', async (context) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const site = await installed.serveExample()
  onTestFinished(() => site.stop())
  const page = await chromium.browser.newPage({ baseURL: site.origin })
  const problems: string[] = []
  page.on('console', (message) => {
    if (/hydrat/i.test(message.text())) problems.push(message.text())
  })
  expect((await page.request.get('/api/notes')).status()).toBe(401)
  await page.goto('/account')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Password').fill('analytical')
  await page
    .locator('form', { has: page.getByLabel('Password') })
    .getByRole('button')
    .click()
  await page.getByRole('heading', { name: 'Only for Ada' }).waitFor()
  await page.getByText('A note of Ada').waitFor()
  const html = await (await page.request.get('/')).text()
  expect(html).toContain('Signed in as Ada')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByText('Signed in as Ada').waitFor()
  await takeScreenshot(page, 'nuxt')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.waitForURL('**/auth/signin?callbackUrl=%2Faccount')
  expect(problems).toEqual([])
})

test('the example signs in and out before the page has loaded its scripts', async (context) => {
  if (chromium.browser === null) return context.skip(chromium.reason)
  const site = await installed.serveExample()
  onTestFinished(() => site.stop())
  const page = await chromium.browser.newPage({ baseURL: site.origin, javaScriptEnabled: false })
  page.setDefaultTimeout(10_000)
  await page.goto('/')
  await page.getByText('Sign in', { exact: true }).click()
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Password').fill('analytical')
  await page
    .locator('form', { has: page.getByLabel('Password') })
    .getByRole('button')
    .click()
  await page.getByText('Signed in as Ada').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Sign in', { exact: true }).waitFor()
  expect(await page.getByText('Signed in as').count()).toBe(0)
})

// The last test: it changes the example.
test('says what the config lacks, where the server would not respond otherwise', async () => {
  await installed.rebuildExample('export const auth = { providers: [] }\n')
  const site = await installed.serveExample()
  onTestFinished(() => site.stop())
  const [page, signInPage] = await Promise.all(['/', '/auth/signin'].map((path) => fetch(site.origin + path)))
  expect([page?.status, signInPage?.status]).toEqual([500, 500])
  // The error page of Nuxt is rendered by another request, and reads the session too.
  expect(site.output().match(/\[auth\]\[error\]|\[request error\]/g)).toEqual(['[auth][error]', '[auth][error]'])
  const shown = await page?.text()
  expect(shown).toContain('Configuration')
  expect(shown).not.toContain('config failed')
  expect(site.output()).toContain(
    'server/auth.ts (or what configFile names) has no default export; write "export default defineAuth({ … })"',
  )
  await expect(installed.rebuildExample(undefined)).rejects.toThrow('server/auth.ts is missing. Create it')
})
