import { memoryAdapter } from '@authwright/testing'
import { launchBrowser } from '@authwright/test-kit/chromium'
import { SECRET } from '@authwright/test-kit/auth-setup'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuth, type AuthInstance, type VerificationRequestParams } from '../../src/index.ts'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import { startServer, type LocalServer } from './local-server.ts'

/* A sign-in with a code of digits on a local server, in a browser that enforces the policies of the pages. */
let browser: Browser | null = null
let reason = ''
let application: LocalServer
const mails: VerificationRequestParams[] = []

/** Milliseconds. A limit counts within such a window, which starts at a multiple of its length. */
const WINDOW = 15 * 60_000

/** Ahead of the clock of this machine, so that the tests begin with a window and no limit ends between two steps. */
const ahead = WINDOW - (Date.now() % WINDOW)

const makeAuth = (origin: string): AuthInstance =>
  createAuth(
    {
      secret: SECRET,
      origin,
      logger: { error: () => undefined },
      adapter: memoryAdapter(),
      theme: { name: 'Acme' },
      providers: [
        {
          id: 'email',
          name: 'Email',
          type: 'email',
          mode: 'code',
          codeFormat: 'digits',
          limits: { sends: 2 },
          sendVerificationRequest: (mail) => void mails.push(mail),
        },
      ],
    },
    { ...defaultRuntime, now: () => Date.now() + ahead },
  )

beforeAll(async () => {
  const launched = await launchBrowser()
  browser = launched.browser
  if (launched.browser === null) {
    reason = launched.reason
    if (process.env['CI'] === 'true') throw new Error(`No browser: ${reason}`)
    return
  }
  application = await startServer((origin) => {
    const auth = makeAuth(origin)
    return async (request) => {
      if (new URL(request.url).pathname.startsWith('/auth/')) return auth.handle(request)
      const { session } = await auth.session(request)
      return new Response(`<h1>${session?.user?.email ?? 'signed out'}</h1>`, {
        headers: { 'content-type': 'text/html' },
      })
    }
  })
})
beforeEach((context) => context.skip(browser === null, `no browser: ${reason}`))
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await application?.close()
})

let count = 0

/** A browser that has requested a code, by keyboard only. */
const requestCode = async (javaScriptEnabled: boolean) => {
  if (browser === null) throw new Error('There is no browser.')
  const context = await browser.newContext({ baseURL: application.origin, javaScriptEnabled })
  context.setDefaultTimeout(45_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (/policy|refused|violat/i.test(message.text())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  const email = `ann${(count += 1)}@example.org`
  await page.goto('/auth/signin?callbackUrl=%2Fwelcome')
  await page.getByLabel('Email address').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.locator('[name=code]:focus').waitFor()
  return { page, email, problems }
}

const lastCode = (): string => mails.at(-1)?.code ?? ''

const wrongCode = (): string => (lastCode() === '000 000' ? '111111' : '000000')

const heading = (page: Page): Promise<string | null> => page.getByRole('heading', { level: 1 }).textContent()

/** The name of the element with the focus, and the texts that describe it to a screen reader. */
const focused = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const field = document.activeElement
    const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? []
    return [
      field?.getAttribute('name'),
      ...ids.map((id) => document.getElementById(id)?.textContent.trim().replace(/\s+/g, ' ')),
    ]
  })

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('signs in by keyboard, after a wrong code', async () => {
    const { page, email, problems } = await requestCode(javaScriptEnabled)
    await page.keyboard.type(wrongCode())
    // With JavaScript, the last digit submits the form.
    if (!javaScriptEnabled) await page.keyboard.press('Enter')
    await page.waitForURL('**/verify-request**error=Verification')
    await page.locator('[name=code]:focus').waitFor()
    expect(await page.title()).toMatch(/^Error: /)
    const text = 'This code is not right. Attempts left: 4. Check the newest email, or send it again.'
    expect(await page.getByRole('alert').innerText()).toBe(text.replace('right. ', 'right.\n'))
    expect(await focused(page)).toEqual(['code', text, expect.stringMatching(/^6 digits/)])
    await page.keyboard.type(lastCode().replace(' ', ''))
    if (!javaScriptEnabled) await page.keyboard.press('Enter')
    await page.waitForURL('**/welcome')
    expect(await heading(page)).toBe(email)
    expect(problems).toEqual([])
  })

  test('sends another e-mail, and says how long to wait for the next one', async () => {
    const { page, problems } = await requestCode(javaScriptEnabled)
    const sent = mails.length
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.waitForURL('**resent=1')
    expect(await page.getByRole('status').textContent()).toBe('Another email is on its way. Use the newest one.')
    expect(mails).toHaveLength(sent + 1)
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.waitForURL('**error=TooManyRequests**')
    expect(await page.getByRole('alert').textContent()).toMatch(/You can try again in \d+ minutes?\./)
    expect(mails).toHaveLength(sent + 1)
    const button = page.getByRole('button', { name: 'Send again' })
    expect(await button.isDisabled()).toBe(javaScriptEnabled)
    expect(await button.textContent()).toMatch(javaScriptEnabled ? /^Send again in \d+:\d\d$/ : /^Send again$/)
    expect(problems).toEqual([])
  })

  test('leads back to the form for another address', async () => {
    const { page } = await requestCode(javaScriptEnabled)
    await page.getByRole('link', { name: 'Use another address' }).click()
    await page.waitForURL('**/auth/signin')
    await page.getByLabel('Email address').fill('other@example.org')
    await page.keyboard.press('Enter')
    await page.locator('[name=code]:focus').waitFor()
    expect(mails.at(-1)?.identifier).toBe('other@example.org')
  })
})

describe('with JavaScript', () => {
  test.each([
    (code: string) => code,
    (code: string) => code.replace(' ', '-'),
    (code: string) => ` ${code.replace(' ', '')}\n`,
    (code: string) => `${code} is your Acme code`,
  ])('a pasted code signs in at once', async (pasted) => {
    const { page, email } = await requestCode(true)
    await page.keyboard.insertText(pasted(lastCode()))
    await page.waitForURL('**/welcome')
    expect(await heading(page)).toBe(email)
  })

  test('shows the digits in two halves, and lets the user correct them', async () => {
    const { page } = await requestCode(true)
    const field = page.getByLabel('Code')
    await page.keyboard.type('1234')
    expect(await field.inputValue()).toBe('123 4')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    expect(await field.inputValue()).toBe('123')
    await page.keyboard.press('Home')
    await page.keyboard.type('0')
    expect(await field.inputValue()).toBe('0123')
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(1)
    expect([await field.getAttribute('inputmode'), await field.getAttribute('autocomplete')]).toEqual([
      'numeric',
      'one-time-code',
    ])
  })

  test('the button counts down, and works when the limit allows it', async () => {
    const { page } = await requestCode(true)
    // The clock stands still, so a slow machine does not count down.
    const now = new Date()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now.getTime() + 1000)
    await page.goto('/auth/verify-request?provider=email&type=email&error=TooManyRequests&retryAfter=3661')
    const button = page.getByRole('button', { name: 'Send again' })
    expect(await button.textContent()).toBe('Send again in 1:01:01')
    await page.clock.fastForward(3_600_000)
    expect(await button.textContent()).toBe('Send again in 1:01')
    await page.clock.fastForward(61_000)
    expect([await button.textContent(), await button.isDisabled()]).toEqual(['Send again', false])
    expect(await page.getByRole('alert').count()).toBe(0)
    await button.click()
    await page.waitForURL('**resent=1')
  })
})
