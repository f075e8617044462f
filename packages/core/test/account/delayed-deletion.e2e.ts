import { memoryAdapter } from '@authwright/testing'
import { makeClock } from '@authwright/test-kit/auth-setup'
import { launchBrowser } from '@authwright/test-kit/chromium'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { serveSite, type ServedSite } from '../webauthn/server.ts'

let browser: Browser | null = null
let why = ''
let site: ServedSite | undefined

beforeAll(async () => {
  const launched = await launchBrowser()
  browser = launched.browser
  why = launched.reason ?? ''
  if (browser === null && process.env['CI'] === 'true') throw new Error(`No browser: ${why}`)
})
beforeEach((context) => context.skip(browser === null, `no browser: ${why}`))
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
  await site?.close()
  site = undefined
})
afterAll(() => browser?.close())

const WEEK = 604_800

/** An application that sends links by e-mail and deletes accounts after a week, and a browser without JavaScript. */
const setUp = async () => {
  // A date of whole seconds, as it is stored.
  const clock = makeClock(new Date().toISOString().slice(0, 19) + 'Z')
  const adapter = memoryAdapter({ now: clock.now })
  const mails: string[] = []
  const links: string[] = []
  const mail = {
    id: 'mail',
    name: 'Mail',
    type: 'email' as const,
    sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
    sendNotification: ({ message }: { message: { subject: string } }) => void mails.push(message.subject),
  }
  const callbacks = { deleteUser: () => true }
  const account = { deletionDelay: WEEK }
  site = await serveSite({ adapter, providers: [mail], callbacks, account }, { now: clock.now })
  const { auth, origin } = site
  const context = await browser?.newContext({ baseURL: origin, javaScriptEnabled: false })
  const page = await context?.newPage()
  if (page === undefined) throw new Error('There is no browser.')
  const emails = () => [...adapter.state().users.values()].map(({ email }) => email)
  return { page, clock, auth, links, mails, emails }
}

const signIn = async (page: Page, links: readonly string[]): Promise<void> => {
  await page.goto('/auth/signin')
  await page.getByLabel('Email').fill('ann@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(links.at(-1) ?? '')
}

const requestDeletion = async (page: Page): Promise<void> => {
  await page.goto('/auth/account')
  await page.getByText('your account is deleted after 7 days').waitFor()
  await page.getByRole('link', { name: 'Delete account' }).click()
  await page.getByLabel('Yes, I want to delete my account').check()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('heading', { name: 'Your account will be deleted' }).waitFor()
}

test('a user requests the deletion, signs in before the date, and keeps the account', async () => {
  const { page, auth, clock, links, mails, emails } = await setUp()
  await signIn(page, links)
  await requestDeletion(page)
  expect(mails).toEqual([expect.stringContaining('will be deleted')])
  await page.goto('/auth/account')
  expect(page.url()).toContain('error=SessionRequired')

  await signIn(page, links)
  await page.getByText('Your account will be deleted on').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto('/auth/account')
  expect(page.url()).toContain('error=SessionRequired')

  await signIn(page, links)
  await page.getByRole('button', { name: 'Keep my account' }).focus()
  await page.keyboard.press('Enter')
  // The sign-in continues to the page that asked for it.
  await page.getByText('your account is deleted after 7 days').waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth/account')
  clock.forward(WEEK)
  expect(await auth.deleteDueUsers()).toEqual({ deleted: 0, failed: 0 })
  expect(emails()).toEqual(['ann@example.org'])
})

test('a user requests the deletion and stays away, and the job deletes the account', async () => {
  const { page, auth, clock, links, emails } = await setUp()
  await signIn(page, links)
  await requestDeletion(page)
  clock.forward(WEEK)
  expect(await auth.deleteDueUsers()).toEqual({ deleted: 1, failed: 0 })
  expect(emails()).toEqual([])
  await signIn(page, links)
  await page.getByRole('heading', { name: 'home' }).waitFor()
  expect(emails()).toEqual(['ann@example.org'])
})
