import { compileContract, readScripts } from '@authwright/test-kit/built-application'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { installTarballs, makeFolder, packAll, removeFolder, run } from '@authwright/test-kit/installed-application'
import { openBrowser } from '@authwright/testing'
import {
  browserContract,
  buildContract,
  frameworkContract,
  type ApplicationOptions,
} from '@authwright/testing/frameworks'
import { getWithHost } from '@authwright/test-kit/get-with-host'
import { shareApplication } from '@authwright/test-kit/share-application'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { subjectOf } from './subject.ts'

let folder: string
let application: string

beforeAll(async () => {
  folder = await makeFolder()
  application = join(folder, 'app')
  await cp(join(import.meta.dirname, 'app'), application, { recursive: true })
  await installTarballs(application, await packAll(folder, ['core', 'client', 'testing', 'solid-start']))
  for (const BASE of ['', '/shop'])
    await run(process.execPath, ['node_modules/.bin/vite', 'build'], application, { BASE })
})

afterAll(() => removeFolder(folder))

const subject = shareApplication(subjectOf(() => application))

frameworkContract({ subject, test })

buildContract({
  subject,
  test,
  compile: (text) => compileContract(application, text),
  browserCode: () => readScripts(join(application, '.output/public')),
})

describe('in a browser', () => {
  browserContract({ subject, test, openPage: withChromium() })
})

const start = async (options: ApplicationOptions = {}) => {
  const running = await subject.start(options)
  onTestFinished(async () => void (await running.stop()))
  return running.origin
}

/** What the script of a page sends to get the data of another page. */
const requestData = async (origin: string, page: string, own: Readonly<Record<string, string>> = {}) => {
  const { path, headers } = subject.dataRequest?.(page) ?? { path: '/' }
  return fetch(origin + path, { headers: { ...headers, 'sec-fetch-mode': 'cors', ...own } })
}

test('the data of a protected page redirects to the sign-in page, which leads back to the page', async () => {
  const origin = await start()
  for (const [referer, callbackUrl] of [
    [`${origin}/protected?page=2`, '%2Fprotected%3Fpage%3D2'],
    ['https://evil.test/protected', '%2F'],
    ['', '%2F'],
  ] as const) {
    const response = await requestData(origin, '/protected', { referer })
    expect(response.headers.get('location')).toBe(`${origin}/auth/signin?callbackUrl=${callbackUrl}`)
    expect(await response.text()).not.toContain('Members')
  }
})

test('a page without its guarded data has the status of the guard', async () => {
  const origin = await start()
  const headers = { 'sec-fetch-mode': 'cors', accept: 'text/html' }
  const refused = await fetch(`${origin}/protected`, { headers })
  expect([refused.status, (await refused.text()).includes('Application error')]).toEqual([401, true])
  const browser = openBrowser({ origin })
  await browser.post('/auth/callback/password', { username: 'ada', password: 'correct', callbackUrl: '/' })
  const denied = await browser.get('/admin')
  expect([denied.status, denied.body.includes('Application error')]).toEqual([403, true])
  const cookie = browser.jar.header(new URL(origin)) ?? ''
  expect((await requestData(origin, '/admin', { cookie })).status).toBe(403)
  await browser.post('/auth/callback/password', { username: 'admin', password: 'correct', callbackUrl: '/' })
  expect((await browser.get('/admin')).body).toContain('Only for admin')
})

test('a page that Nitro caches shows no user, and sends no cookie', async () => {
  const browser = openBrowser({ origin: await start({ renewsAlways: true }) })
  await browser.post('/auth/callback/password', { username: 'ada', password: 'correct', callbackUrl: '/' })
  for (const page of [await browser.get('/cached'), await browser.get('/cached')]) {
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []])
    expect(page.body).toContain('signed out')
    expect(page.body).not.toMatch(/\bada\b/)
  }
})

test('responds with 400 to a malformed host, and never names it', async () => {
  const origin = await start()
  for (const host of ['evil.test/x', 'user@evil.test', 'evil.test?x']) {
    const response = await getWithHost(`${origin}/auth/providers`, host)
    expect(response).toEqual({ status: 400, body: 'Bad Request' })
  }
})
