import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { credentialsOf } from '@authwright/emulator'
import { launchBrowser } from '@authwright/test-kit/chromium'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

/* The inspector beside a real application, in a real browser. */

const CONDITIONS = '--conditions=authwright-source'
const SECRET = randomBytes(33).toString('base64')
const main = join(import.meta.dirname, '../src/main.ts')
const application = join(import.meta.dirname, 'support/inspected-application.ts')

let browser: Browser | null = null
let reason = ''
let child: ChildProcess
let inspector = ''
let origin = ''
let terminal = ''

const start = async (mode: string) => {
  const ports = ['--emulator-port', '0', '--mailbox-port', '0', '--smtp-port', '0', '--inspector-port', '0']
  const command = ['--', process.execPath, CONDITIONS, application]
  const env = { ...process.env, NODE_ENV: mode, AUTH_SECRET: SECRET, AUTH_GITHUB_ID: 'c', AUTH_GITHUB_SECRET: 's' }
  const started = spawn(process.execPath, [CONDITIONS, main, 'dev', '--json', ...ports, ...command], {
    env,
    stdio: 'pipe',
  })
  started.stderr.setEncoding('utf8').on('data', (text: string) => (terminal += text))
  const found: { services?: Readonly<Record<string, string>>; application?: number } = {}
  for await (const line of createInterface({ input: started.stdout })) {
    Object.assign(found, JSON.parse(line))
    if (found.application !== undefined) break
  }
  return {
    child: started,
    inspector: found.services?.['inspector'] ?? '',
    origin: `http://localhost:${found.application}`,
  }
}

beforeAll(async () => {
  const launched = await launchBrowser()
  browser = launched.browser
  if (launched.browser === null) {
    reason = launched.reason
    if (process.env['CI'] === 'true') throw new Error(`No browser: ${reason}`)
  }
  ;({ child, inspector, origin } = await start('development'))
})
beforeEach((context) => context.skip(browser === null, `no browser: ${reason}`))
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
})
afterAll(async () => {
  child?.kill('SIGINT')
  await browser?.close()
})

const openContext = async (): Promise<BrowserContext> => {
  if (browser === null) throw new Error('no browser')
  return browser.newContext({ viewport: { width: 1000, height: 900 }, colorScheme: 'light' })
}

/** Goes to the page of the emulated provider. Collects what only this browser may know. */
const goToProvider = async (context: BrowserContext, secrets: Set<string>): Promise<Page> => {
  const page = await context.newPage()
  page.on('request', (request) => {
    for (const [name, value] of new URL(request.url()).searchParams)
      if (['code', 'state', 'code_challenge'].includes(name)) secrets.add(value)
  })
  await page.goto(`${origin}/auth/signin`)
  await page.getByRole('button', { name: 'GitHub' }).click()
  for (const { value } of await context.cookies(origin)) secrets.add(value)
  return page
}

test('a sign-in is a timeline, and one that fails shows its reason and what to change', async () => {
  const secrets = new Set([SECRET, credentialsOf('github').clientSecret])
  const context = await openContext()
  const signedIn = await goToProvider(context, secrets)
  await signedIn.getByRole('button', { name: 'Ada' }).click()
  await signedIn.waitForURL(`${origin}/**`)
  for (const { value } of await context.cookies(origin)) secrets.add(value)
  const tokens = (await (await fetch(`${origin}/tokens`)).json()) as string[]
  expect(tokens).toHaveLength(1)
  tokens.forEach((token) => secrets.add(token))

  const lost = await openContext()
  const page = await goToProvider(lost, secrets)
  await lost.clearCookies()
  await page.getByRole('button', { name: 'Ada' }).click()
  await page.waitForURL(`${origin}/auth/error**`)
  await expect(page.locator('.development').innerText()).resolves.toContain('This browser has no attempt')

  // The terminal has a link to what led to the error.
  const [link = ''] = /(?<=^\[inspect\] )http\S+$/m.exec(terminal) ?? []
  const linked = await context.newPage()
  await linked.goto(link)
  const opened = linked.locator('details[open]')
  await opened.waitFor()
  expect(await opened.count()).toBe(1)
  expect(await opened.locator('summary').innerText()).toContain('sign-in with github')
  await linked.close()

  const inspected = await context.newPage()
  const seen: string[] = []
  inspected.on('response', (response) => {
    if (response.url().startsWith(inspector)) void response.text().then((text) => seen.push(text))
  })
  await inspected.goto(inspector)
  const articles = inspected.locator('article')
  await articles.nth(1).waitFor()
  expect(await articles.locator('.outcome').allInnerTexts()).toEqual(['failed', 'signed in'])
  await articles.nth(0).locator('summary').click()
  const failure = await articles.nth(0).innerText()
  expect(failure).toContain('InvalidCheck: This browser has no attempt for the authorization response')
  expect(failure).toMatch(/What to change: The browser did not send the cookie authwright\.state\.[\da-f]{12}/)
  expect(await articles.nth(0).locator('.steps').allInnerTexts()).toEqual([
    expect.stringContaining('authorization request'),
    expect.stringContaining('cookie read'),
  ])
  const folder = process.env['AUTHWRIGHT_SCREENSHOTS']
  if (folder !== undefined) await inspected.screenshot({ path: join(folder, 'inspector.png') })
  await articles.nth(1).locator('summary').click()
  expect(await articles.nth(1).innerText()).toMatch(/provider call[\s\S]*endpoint: token[\s\S]*status: 200/)

  seen.push(await (await fetch(inspector)).text())
  const hidden = [...secrets].filter((secret) => secret.length >= 8)
  expect(hidden.length).toBeGreaterThan(6)
  expect(hidden.filter((secret) => seen.some((text) => text.includes(secret)))).toEqual([])
})

/** The status for a request with this Host header, which `fetch` does not send. */
const statusFor = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => resolve(response.resume().statusCode)).on('error', reject)
  })

test('without the key, from another host, and for what it does not have, nothing is served', async () => {
  const { origin: root, host, pathname } = new URL(inspector)
  const other = `${root}/${'0'.repeat(32)}/`
  for (const url of [
    root,
    `${root}/records`,
    other,
    `${other}records`,
    `${inspector}x`,
    `${inspector}records`,
    `${inspector}../`,
  ])
    expect([url, (await fetch(url)).status]).toEqual([url, 404])
  expect((await fetch(`${other}records`, { method: 'POST', body: '[]' })).status).toBe(404)
  expect(await statusFor(inspector, host)).toBe(200)
  expect(await statusFor(inspector, 'attacker.example')).toBe(421)
  expect(await statusFor(inspector, `localhost:${host.split(':')[1]}`)).toBe(421)
  const { headers } = await fetch(inspector)
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store'])
  expect(pathname).toMatch(/^\/[\da-f]{32}\/$/)
})

test('text of a request does not become markup', async () => {
  const facts = JSON.stringify({ type: 'X', text: ['<img src=x onerror=alert(1)>'], docs: 'javascript:alert(1)' })
  const body = JSON.stringify([{ request: 'abcdef01', time: 0, step: 'failure', facts }, { request: 'x' }, null])
  expect((await fetch(`${inspector}records`, { method: 'POST', body })).status).toBe(204)
  const text = await (await fetch(inspector)).text()
  expect(text).toContain('&lt;img src=x')
  expect(text).not.toMatch(/<img|href="javascript:/)
})

test('an application in production sends nothing, and uses no emulator', async () => {
  const production = await start('production')
  try {
    const response = await fetch(`${production.origin}/auth/signin`)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toMatch(/UntrustedHost|\[fix\]|AUTH_/)
    await fetch(`${production.origin}/auth/callback/github?error=access_denied`)
    expect(await (await fetch(production.inspector)).text()).toContain('No sign-in yet')
  } finally {
    production.child.kill('SIGINT')
  }
})
