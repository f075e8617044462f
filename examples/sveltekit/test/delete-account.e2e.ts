import { expect, test } from 'vitest'
import { setupDemo } from './stage.ts'
import { expectPath, expectSignedIn, readLink, readUser, requestLink } from './steps.ts'

const setup = setupDemo()

test('a user deletes the account without JavaScript, and signs up again as a new user', async () => {
  const email = 'una@example.com'
  const page = await setup.visit({ javaScriptEnabled: false })
  const signIn = async (): Promise<void> => {
    await page.goto('/signin')
    await requestLink(page, email)
    await expectPath(page, '/auth/verify-request')
    await page.goto(await readLink(setup.demo().urls.mailbox, email))
    await expectSignedIn(page, email)
  }
  await signIn()
  const before = await readUser(page)
  await page.goto('/auth/account')
  await page.getByRole('link', { name: 'Delete account' }).click()
  await page.getByLabel('Yes, I want to delete my account').check()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('heading', { name: 'Your account was deleted' }).waitFor()
  expect(await readUser(page)).toBeUndefined()
  await signIn()
  const after = await readUser(page)
  expect(after).toMatchObject({ email })
  // The id differs.
  expect(after).not.toEqual(before)
})
