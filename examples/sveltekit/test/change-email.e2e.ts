import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { askForLink, askUser, expectPlace, expectSignedIn, readCode, readLink } from './steps.ts'

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

/** On the account page: ask for another address. */
const askFor = async (page: Page, email: string): Promise<void> => {
  await page.goto('/auth/account')
  await page.getByLabel('New email address').fill(email)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page.getByRole('status').getByText('An email is on its way').waitFor()
}

const expectChanged = async (page: Page): Promise<void> => {
  await page.getByRole('status').getByText('Your email address was changed.').waitFor()
}

const lastMailTo = async (email: string): Promise<string> => {
  const response = await fetch(new URL('/mails.json', stage.demo().urls.mailbox))
  const mails: { to: string[]; subject: string }[] = await response.json()
  return mails.findLast(({ to }) => to.includes(email))?.subject ?? ''
}

describe('another address', () => {
  test('is kept when the link of its mail is opened where it was asked for, and the former mailbox is told', async () => {
    const page = await signIn('iris@example.com')
    await askFor(page, 'iris@new.example.com')
    expect(await askUser(page)).toMatchObject({ email: 'iris@example.com' })
    await page.goto(await readLink(stage.demo().urls.mailbox, 'iris@new.example.com'))
    await expectChanged(page)
    expect(await askUser(page)).toMatchObject({ email: 'iris@new.example.com' })
    expect(await lastMailTo('iris@example.com')).toContain('was changed')
    await page.goto('/')
    await expectSignedIn(page, 'iris@new.example.com')
  })

  test('is kept when its code is typed in', async () => {
    const page = await signIn('jo@example.com')
    await askFor(page, 'jo@new.example.com')
    await page
      .getByRole('textbox', { name: 'Code' })
      .fill(await readCode(stage.demo().urls.mailbox, 'jo@new.example.com'))
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await expectChanged(page)
    expect(await askUser(page)).toMatchObject({ email: 'jo@new.example.com' })
  })

  test('is confirmed by a button in another browser, which says whose it becomes', async () => {
    const page = await signIn('kim@example.com')
    await askFor(page, 'kim@new.example.com')
    const phone = await stage.visit({ javaScriptEnabled: false })
    await phone.goto(await readLink(stage.demo().urls.mailbox, 'kim@new.example.com'))
    await phone.getByText('It replaces kim@example.com.').waitFor()
    expect(await askUser(page)).toMatchObject({ email: 'kim@example.com' })
    await phone.getByRole('button', { name: 'Confirm the address' }).click()
    await phone.getByRole('heading', { name: 'Your address was changed' }).waitFor()
    expect(await askUser(page)).toMatchObject({ email: 'kim@new.example.com' })
    expect(await askUser(phone)).toBeUndefined()
  })

  test('that belongs to somebody else is answered alike, and only its mailbox learns it', async () => {
    await signIn('lea@example.com')
    const page = await signIn('mia@example.com')
    await askFor(page, 'lea@example.com')
    expect(await lastMailTo('lea@example.com')).toBe(`Your email address at ${new URL(stage.demo().urls.site).host}`)
    expect(await askUser(page)).toMatchObject({ email: 'mia@example.com' })
  })
})
