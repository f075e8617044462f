import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setupDemo } from './stage.ts'
import { requestLink, readUser, expectPath, expectSignedIn, readCode, readLink } from './steps.ts'

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

/** On the account page: request a change of the e-mail address. */
const requestChange = async (page: Page, email: string): Promise<void> => {
  await page.goto('/auth/account')
  await page.getByRole('link', { name: 'Edit: Email address' }).click()
  await page.getByLabel('New email address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('status').getByText('An email is on its way').waitFor()
}

const expectChanged = async (page: Page): Promise<void> => {
  await page.getByRole('status').getByText('Your email address was changed.').waitFor()
}

const lastMailTo = async (email: string): Promise<string> => {
  const response = await fetch(new URL('/mails.json', setup.demo().urls.mailbox))
  const mails: { to: string[]; subject: string }[] = await response.json()
  return mails.findLast(({ to }) => to.includes(email))?.subject ?? ''
}

describe('a change of the e-mail address', () => {
  test('is done when the link is opened in the same browser, and notifies the former address', async () => {
    const page = await signIn('iris@example.com')
    await requestChange(page, 'iris@new.example.com')
    expect(await readUser(page)).toMatchObject({ email: 'iris@example.com' })
    await page.goto(await readLink(setup.demo().urls.mailbox, 'iris@new.example.com'))
    await expectChanged(page)
    expect(await readUser(page)).toMatchObject({ email: 'iris@new.example.com' })
    expect(await lastMailTo('iris@example.com')).toContain('was changed')
    await page.goto('/')
    await expectSignedIn(page, 'iris@new.example.com')
  })

  test('is done when the code is entered', async () => {
    const page = await signIn('jo@example.com')
    await requestChange(page, 'jo@new.example.com')
    await page
      .getByRole('textbox', { name: 'Code' })
      .fill(await readCode(setup.demo().urls.mailbox, 'jo@new.example.com'))
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await expectChanged(page)
    expect(await readUser(page)).toMatchObject({ email: 'jo@new.example.com' })
  })

  test('gives a stranger at a mistyped address nothing, and is finished by the user after a sign-in', async () => {
    const page = await signIn('kim@example.com')
    await requestChange(page, 'kim@typo.example.com')
    const link = await readLink(setup.demo().urls.mailbox, 'kim@typo.example.com')
    const stranger = await setup.visit({ javaScriptEnabled: false })
    await stranger.goto(link)
    await stranger.getByRole('heading', { name: 'Sign in to finish' }).waitFor()
    expect(await stranger.getByText('kim@example.com').count()).toBe(0)
    expect(await stranger.getByRole('button', { name: 'Confirm the address' }).count()).toBe(0)
    const neighbor = await signIn('noa@example.com')
    await neighbor.goto(link)
    await neighbor.getByText('noa@example.com').waitFor()
    expect(await readUser(page)).toMatchObject({ email: 'kim@example.com' })
    await neighbor.getByRole('button', { name: 'Sign out and continue' }).click()
    await neighbor.getByRole('link', { name: 'Sign in' }).waitFor()
    expect(await readUser(neighbor)).toBeUndefined()
    const phone = await signIn('kim@example.com')
    await phone.goto(link)
    await phone.getByText('It replaces kim@example.com.').waitFor()
    await phone.getByRole('button', { name: 'Confirm the address' }).click()
    await expectChanged(phone)
    expect(await readUser(phone)).toMatchObject({ email: 'kim@typo.example.com' })
    await expect.poll(() => readUser(page)).toBeUndefined()
  })

  test('is undone from the former mailbox, without a sign-in and without JavaScript', async () => {
    const thief = await signIn('ola@example.com')
    await requestChange(thief, 'thief@example.net')
    await thief.goto(await readLink(setup.demo().urls.mailbox, 'thief@example.net'))
    await expectChanged(thief)
    const ola = await setup.visit({ javaScriptEnabled: false })
    await ola.goto(await readLink(setup.demo().urls.mailbox, 'ola@example.com'))
    await ola.getByText('It replaces thief@example.net.').waitFor()
    expect(await readUser(thief)).toMatchObject({ email: 'thief@example.net' })
    await ola.getByRole('button', { name: 'Undo the change' }).click()
    await ola.getByRole('heading', { name: 'Your address is back' }).waitFor()
    expect(await readUser(thief)).toBeUndefined()
    expect(await lastMailTo('thief@example.net')).toContain('was changed')
    expect(await readUser(await signIn('ola@example.com'))).toMatchObject({ email: 'ola@example.com' })
  })

  test('looks the same for the address of another user, and notifies only that address', async () => {
    await signIn('lea@example.com')
    const page = await signIn('mia@example.com')
    await requestChange(page, 'lea@example.com')
    expect(await lastMailTo('lea@example.com')).toBe('A request to use your email at Authwright demo')
    expect(await readUser(page)).toMatchObject({ email: 'mia@example.com' })
  })
})
