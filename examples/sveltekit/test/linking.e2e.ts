import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { askForLink, askUser, choosePerson, expectPlace, expectSignedIn, readLink } from './steps.ts'

const stage = setStage()

const signIn = async (email: string): Promise<Page> => {
  const page = await stage.visit()
  await page.goto('/signin')
  await askForLink(page, email)
  await expectPlace(page, '/check-mail')
  await page.goto(await readLink(stage.demo().urls.mailbox, email))
  await expectSignedIn(page, email)
  return page
}

const connect = (page: Page): Promise<void> => page.getByRole('button', { name: 'Connect Demo OpenID' }).click()
const disconnect = (page: Page): Promise<void> => page.getByRole('button', { name: 'Disconnect Demo OpenID' }).click()

/** What a quarter of an hour does: the mark of the sign-in is gone, the session is not. */
const waitLong = (page: Page): Promise<void> => page.context().clearCookies({ name: /\.recent$/ })

/** The first paragraph of each notice to an address. */
const noticesTo = async (email: string): Promise<readonly string[]> => {
  const response = await fetch(new URL('/mails.json', stage.demo().urls.mailbox))
  const mails: { to: string[]; subject: string; text: string }[] = await response.json()
  const notices = mails.filter(({ to, subject }) => to.includes(email) && subject.startsWith('Your account at'))
  return notices.map(({ text }) => text.split(/\r?\n\r?\n/)[1]?.replaceAll(/\s+/g, ' ') ?? '')
}

describe('a further way to sign in', () => {
  test('is added and taken away on the account page, and the mailbox hears of both', async () => {
    const page = await signIn('vera@example.com')
    await page.goto('/auth/account')
    await connect(page)
    await choosePerson(page, 'Ann Archer')
    await expectPlace(page, '/auth/account')
    await disconnect(page)
    await page.getByText('The account is no longer connected.').waitFor()
    expect(await noticesTo('vera@example.com')).toEqual([
      expect.stringMatching(/^Demo OpenID was connected\./),
      expect.stringMatching(/^Demo OpenID was disconnected\./),
    ])
    expect(await askUser(page)).toMatchObject({ email: 'vera@example.com' })
  })

  test('needs a recent sign-in: who has none is asked before leaving, and comes back to go on', async () => {
    const page = await signIn('wim@example.com')
    await waitLong(page)
    await page.goto('/auth/account')
    await connect(page)
    await expectPlace(page, '/auth/signin')
    await page.getByRole('status').getByText('Please sign in again').waitFor()
    expect(await askUser(page)).toMatchObject({ email: 'wim@example.com' })
    await page.getByLabel('Email address').first().fill('wim@example.com')
    await page.getByRole('button', { name: 'Continue with email' }).click()
    await expectPlace(page, '/check-mail')
    await page.goto(await readLink(stage.demo().urls.mailbox, 'wim@example.com'))
    await expectPlace(page, '/auth/account')
    await connect(page)
    await choosePerson(page, 'Bo Baker')
    await expectPlace(page, '/auth/account')
    await page.getByRole('button', { name: 'Disconnect Demo OpenID' }).waitFor()
    await waitLong(page)
    await disconnect(page)
    await expectPlace(page, '/auth/signin')
    expect(await noticesTo('wim@example.com')).toHaveLength(1)
  })
})
