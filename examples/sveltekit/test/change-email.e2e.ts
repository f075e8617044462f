import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setupDemo } from './stage.ts'
import { requestLink, readUser, expectPath, expectSignedIn, readCode, readLink } from './steps.ts'

const setup = setupDemo()

const signIn = async (email: string): Promise<Page> => {
  const page = await setup.visit()
  await page.goto('/signin')
  await requestLink(page, email)
  await expectPath(page, '/check-mail')
  await page.goto(await readLink(setup.demo().urls.mailbox, email))
  await expectSignedIn(page, email)
  return page
}

/** On the account page: request a change of the e-mail address. */
const requestChange = async (page: Page, email: string): Promise<void> => {
  await page.goto('/auth/account')
  await page.getByLabel('New email address').fill(email)
  await page.getByRole('button', { name: 'Change the address' }).click()
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

  test('needs a button in another browser, which shows the former address', async () => {
    const page = await signIn('kim@example.com')
    await requestChange(page, 'kim@new.example.com')
    const phone = await setup.visit({ javaScriptEnabled: false })
    await phone.goto(await readLink(setup.demo().urls.mailbox, 'kim@new.example.com'))
    await phone.getByText('It replaces kim@example.com.').waitFor()
    expect(await readUser(page)).toMatchObject({ email: 'kim@example.com' })
    await phone.getByRole('button', { name: 'Confirm the address' }).click()
    await phone.getByRole('heading', { name: 'Your address was changed' }).waitFor()
    expect(await readUser(page)).toMatchObject({ email: 'kim@new.example.com' })
    expect(await readUser(phone)).toBeUndefined()
  })

  test('looks the same for the address of another user, and notifies only that address', async () => {
    await signIn('lea@example.com')
    const page = await signIn('mia@example.com')
    await requestChange(page, 'lea@example.com')
    expect(await lastMailTo('lea@example.com')).toBe(`Your email address at ${new URL(setup.demo().urls.site).host}`)
    expect(await readUser(page)).toMatchObject({ email: 'mia@example.com' })
  })
})
