import { compileContract, readScripts } from '@authwright/test-kit/built-application'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { installTarballs, makeFolder, packAll, removeFolder, run } from '@authwright/test-kit/installed-application'
import {
  DEFAULT_ENVIRONMENT,
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
  application = join(folder, 'application')
  await cp(join(import.meta.dirname, 'app'), application, { recursive: true })
  await installTarballs(application, await packAll(folder, ['core', 'client', 'testing', 'tanstack-start']))
  await run(process.execPath, ['node_modules/.bin/vite', 'build'], application)
})

afterAll(() => removeFolder(folder))

const subject = shareApplication(subjectOf(() => application))

frameworkContract({ subject, test })

buildContract({
  subject,
  test,
  compile: (text) => compileContract(application, text),
  browserCode: () => readScripts(join(application, 'dist/client')),
})

describe('in a browser', () => {
  browserContract({ subject, test, openPage: withChromium() })
})

const start = async (options: ApplicationOptions = {}) => {
  const running = await subject.start(options)
  onTestFinished(async () => void (await running.stop()))
  return running.origin
}

test('responds with 400 to a malformed host, and never names it', async () => {
  const origin = await start()
  for (const host of ['evil.test/x', 'user@evil.test', 'evil.test?x']) {
    const response = await getWithHost(`${origin}/auth/providers`, host)
    expect(response).toEqual({ status: 400, body: 'Bad Request' })
  }
})

const callMembers = async (origin: string, more: Readonly<Record<string, string>>) => {
  const { path = '', headers } = subject.dataRequest?.('') ?? {}
  const response = await fetch(origin + path, { headers: { ...headers, ...more } })
  return { status: response.status, body: await response.text() }
}

test.each([
  ['the page that called it', '/members?page=2', '%2Fmembers%3Fpage%3D2'],
  ['the start page, after a call from another site', 'https://evil.test/members', '%2F'],
])('a protected server function redirects to the sign-in page, and back to %s', async (_where, page, callbackUrl) => {
  const origin = await start()
  const { body } = await callMembers(origin, { referer: new URL(page, origin).href })
  expect(body).toContain(`/auth/signin?callbackUrl=${callbackUrl}"`)
  expect(body).not.toContain('Members only')
})

test('behind a proxy a protected server function leads back to the page at AUTH_URL', async () => {
  const origin = await start({ environment: { ...DEFAULT_ENVIRONMENT, AUTH_URL: 'https://app.example.com' } })
  const { body } = await callMembers(origin, { referer: 'https://app.example.com/members' })
  expect(body).toContain('/auth/signin?callbackUrl=%2Fmembers"')
})

test('refuses a call of a server function that another site makes', async () => {
  const { status } = await callMembers(await start(), { 'sec-fetch-site': 'cross-site' })
  expect(status).toBe(403)
})
