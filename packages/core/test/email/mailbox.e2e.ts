import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { launchBrowser } from '@authwright/test-kit/chromium'
import { startMailbox, type Mailbox } from '@authwright/testing/mailbox'
import { createTransport, type Transporter } from 'nodemailer'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { english } from '../../src/i18n/locales/english.ts'
import { mailSamples } from './mail-samples.ts'

/* The page of the mailbox, which the demo and developers open, with e-mails of the library. */
let browser: Browser | null = null
let reason = ''
let mailbox: Mailbox
let transport: Transporter

beforeAll(async () => {
  const launched = await launchBrowser()
  browser = launched.browser
  if (launched.browser === null) {
    reason = launched.reason
    if (process.env['CI'] === 'true') throw new Error(`No browser: ${reason}`)
  }
  mailbox = await startMailbox()
  transport = createTransport(mailbox.smtpUrl)
})
beforeEach((context) => context.skip(browser === null, `no browser: ${reason}`))
afterEach(async () => {
  mailbox.clear()
  for (const context of browser?.contexts() ?? []) await context.close()
})
afterAll(async () => {
  transport?.close()
  await mailbox?.close()
  await browser?.close()
})

const send = (name: string) => {
  const message = mailSamples[name]?.(english, { name: 'Acme' })
  return transport.sendMail({ from: 'Acme <login@example.com>', to: 'ann@example.org', ...message })
}

const open = async (options = {}) => {
  if (browser === null) throw new Error('There is no browser.')
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const problems: string[] = []
  // Chromium reports each sandboxed frame whose scripts it blocks; the e-mails have none.
  page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(mailbox.url)
  return { page, problems }
}

test('shows new mails by itself, and leaves an open mail open', async () => {
  const { page, problems } = await open()
  expect(await page.getByText('No mail yet.').isVisible()).toBe(true)
  await send('sign-in-link')
  const mails = page.getByRole('article')
  await expect.poll(() => mails.count()).toBe(1)
  expect(await page.getByText('No mail yet.').isVisible()).toBe(false)
  const first = mails.filter({ hasText: 'Sign in to Acme' })
  await first.getByText('Text', { exact: true }).click()
  const frame = await first.locator('iframe').elementHandle()
  await send('passkey-added')
  await expect.poll(() => mails.count()).toBe(2)
  expect(await mails.first().getByRole('heading').textContent()).toBe('A passkey was added to your Acme account')
  expect(await first.locator('pre').isVisible()).toBe(true)
  // The frame is the same element, so it was not loaded again.
  expect(await frame?.evaluate((element) => element.isConnected)).toBe(true)
  expect(problems).toEqual([])
})

test('without a script, a link shows the new mails', async () => {
  const { page } = await open({ javaScriptEnabled: false })
  await send('sign-in-link')
  await page.getByRole('link', { name: 'Show new mails' }).click()
  expect(await page.getByRole('article').count()).toBe(1)
})

test.each(['light', 'dark'] as const)('is accessible (%s)', async (colorScheme) => {
  await send('sign-in-both')
  await send('email-changed')
  const { page } = await open({ colorScheme, viewport: { width: 390, height: 844 } })
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  // axe cannot look into a sandboxed frame.
  expect(
    await page.evaluate(`axe.run({ iframes: false }).then(({ violations }) => violations.map(({ id }) => id))`),
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})
