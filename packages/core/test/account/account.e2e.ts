import { memoryAdapter } from '@authwright/testing'
import { launchBrowser } from '@authwright/test-kit/chromium'
import { addVirtualAuthenticator } from '@authwright/test-kit/virtual-authenticator'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Passkey as passkeyProvider } from '../../src/providers/passkey.ts'
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

const newPage = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> => {
  const context = await browser?.newContext({ baseURL: site?.origin ?? '', ...options })
  if (context === undefined) throw new Error('There is no browser.')
  context.setDefaultTimeout(45_000)
  return context.newPage()
}

/** Move the keyboard focus to a control, like a user who has no pointer. */
const tabTo = async (page: Page, role: 'link' | 'button' | 'textbox' | 'checkbox', name: string): Promise<void> => {
  const control = page.getByRole(role, { name, exact: true })
  // The page before can still be there.
  await control.first().waitFor()
  const wanted = control.and(page.locator(':focus'))
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await wanted.count()) > 0) return
  }
  throw new Error(`The keyboard does not reach ${role} ${name}`)
}

const press = async (page: Page, role: 'link' | 'button', name: string): Promise<void> => {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}

test('with the keyboard and without JavaScript a user changes everything, and then deletes the account', async () => {
  const adapter = memoryAdapter()
  const providers = [passkeyProvider()]
  const callbacks = { deleteUser: () => true }
  site = await serveSite({ experimental: { enableWebAuthn: true }, adapter, providers, callbacks })

  // Passkeys need a script, so the user begins with one.
  const first = await newPage()
  await addVirtualAuthenticator(first)
  await first.goto('/auth/signin')
  await first.getByLabel('Email').fill('ann@example.org')
  await first.getByRole('button', { name: 'Sign up with a passkey' }).click()
  await first.getByRole('heading', { name: 'home' }).waitFor()
  await addVirtualAuthenticator(first, { transport: 'usb' })
  await first.goto('/auth/account')
  await press(first, 'link', 'Add a passkey')
  await first.getByRole('heading', { name: 'Add a passkey' }).waitFor()
  await press(first, 'button', 'Add a passkey')
  await first.getByText('The passkey was added.').waitFor()

  const [user] = adapter.state().users.values()
  const elsewhere = { browser: 'Safari', system: 'iPhone', createdAt: new Date() }
  const expires = new Date(Date.now() + 86_400_000)
  await adapter.createSession({ sessionToken: 'x'.repeat(64), userId: user?.id ?? '', expires, ...elsewhere })

  const page = await newPage({ storageState: await first.context().storageState(), javaScriptEnabled: false })
  await page.goto('/auth/account')
  // The first passkey, and the session.
  expect(await page.getByText('This device').count()).toBe(2)

  await press(page, 'link', 'Edit: Name')
  await tabTo(page, 'textbox', 'Name')
  await page.keyboard.type('Ann Archer')
  await page.keyboard.press('Enter')
  await page.getByText('Your name was saved.').waitFor()
  expect(await page.getByText('Ann Archer').count()).toBe(1)

  await press(page, 'link', 'Rename: Passkey')
  await tabTo(page, 'textbox', 'Name of the passkey')
  await page.keyboard.type('Blue key')
  await page.keyboard.press('Enter')
  await page.getByText('The passkey has a new name.').waitFor()

  await press(page, 'button', 'Sign out of Safari on iPhone')
  await page.getByText('The device was signed out.').waitFor()
  expect(adapter.state().sessions.size).toBe(1)

  await press(page, 'link', 'Remove Blue key')
  await page.getByRole('heading', { name: 'Remove this passkey?' }).waitFor()
  await press(page, 'link', 'Cancel')
  await press(page, 'link', 'Remove Blue key')
  await press(page, 'button', 'Remove the passkey')
  await page.getByText('The passkey was removed.').waitFor()
  expect(adapter.state().authenticators.size).toBe(1)
  await page.getByText('Your only way to sign in').waitFor()

  await press(page, 'link', 'Delete account')
  await tabTo(page, 'checkbox', 'Yes, I want to delete my account')
  await page.keyboard.press('Space')
  await press(page, 'button', 'Delete account')
  await page.getByRole('heading', { name: 'Your account was deleted' }).waitFor()
  const { users, accounts, authenticators, sessions } = adapter.state()
  expect([users.size, accounts.size, authenticators.size, sessions.size]).toEqual([0, 0, 0, 0])
  await page.goto('/auth/account')
  expect(page.url()).toContain('error=SessionRequired')
})
