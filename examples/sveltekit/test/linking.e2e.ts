import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setupDemo } from './stage.ts'
import { requestLink, readUser, chooseUser, expectPath, expectSignedIn, readLink } from './steps.ts'

const setup = setupDemo()

const signIn = async (email: string): Promise<Page> => {
  const page = await setup.visit()
  await page.goto('/signin')
  await requestLink(page, email)
  await expectPath(page, '/auth/verify-request')
  await page.goto(await readLink(setup.demo().urls.mailbox, email))
  await expectSignedIn(page, email)
  return page
}

const connect = (page: Page): Promise<void> => page.getByRole('button', { name: 'Connect Demo OpenID' }).click()
const disconnect = (page: Page): Promise<void> => page.getByRole('link', { name: 'Disconnect Demo OpenID' }).click()

/** Simulates fifteen minutes: deletes the cookie of the recent sign-in, and keeps the session. */
const expireRecentSignIn = (page: Page): Promise<void> =>
  page.context().clearCookies({ name: /\.recent-authentication$/ })

/** The subject of each notification to an address. */
const notificationsTo = async (email: string): Promise<readonly string[]> => {
  const response = await fetch(new URL('/mails.json', setup.demo().urls.mailbox))
  const mails: { to: string[]; subject: string }[] = await response.json()
  return mails
    .filter(({ to }) => to.includes(email))
    .flatMap(({ subject }) => (/^Demo OpenID was/.test(subject) ? subject : []))
}

describe('linking a further sign-in method', () => {
  test('works on the account page, as does unlinking, and both send a notification', async () => {
    const page = await signIn('vera@example.com')
    await page.goto('/auth/account')
    await connect(page)
    await chooseUser(page, 'Ann Archer')
    await expectPath(page, '/auth/account')
    await disconnect(page)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('The account is no longer connected.').waitFor()
    expect(await notificationsTo('vera@example.com')).toEqual([
      expect.stringMatching(/^Demo OpenID was connected to your .* account$/),
      expect.stringMatching(/^Demo OpenID was disconnected from your .* account$/),
    ])
    expect(await readUser(page)).toMatchObject({ email: 'vera@example.com' })
  })

  test('needs a recent sign-in, which the user is asked for first', async () => {
    const page = await signIn('wim@example.com')
    await expireRecentSignIn(page)
    await page.goto('/auth/account')
    await connect(page)
    await expectPath(page, '/auth/signin')
    await page.getByRole('status').getByText('Please sign in again').waitFor()
    expect(await readUser(page)).toMatchObject({ email: 'wim@example.com' })
    await page.getByLabel('Email address').fill('wim@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Continue with email' }).click()
    await expectPath(page, '/auth/verify-request')
    await page.goto(await readLink(setup.demo().urls.mailbox, 'wim@example.com'))
    await expectPath(page, '/auth/account')
    await connect(page)
    await chooseUser(page, 'Bo Baker')
    await expectPath(page, '/auth/account')
    await page.getByRole('link', { name: 'Disconnect Demo OpenID' }).waitFor()
    await expireRecentSignIn(page)
    await disconnect(page)
    await expectPath(page, '/auth/signin')
    expect(await notificationsTo('wim@example.com')).toHaveLength(1)
  })
})
