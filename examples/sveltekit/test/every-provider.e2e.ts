import { expect, test } from 'vitest'
import { setupDemo } from './stage.ts'
import { readUser, chooseUser, deny, expectPath, expectSignedIn } from './steps.ts'

const setup = setupDemo()

const startSignIn = async (name: string) => {
  const page = await setup.visit()
  await page.goto('/every-provider')
  await page.getByRole('button', { name, exact: false }).first().click()
  return page
}

test('an emulated provider signs a user in', async () => {
  const page = await startSignIn('GitHub')
  await chooseUser(page, 'Ada Lovelace')
  await expectSignedIn(page, 'Ada Lovelace')
  expect(await readUser(page)).toMatchObject({ email: 'ada@example.org' })
})

test('a user who does not share the e-mail address can sign in', async () => {
  const page = await startSignIn('GitHub')
  await chooseUser(page, 'Alan Turing')
  await expectSignedIn(page, 'alan')
})

test('an emulated OpenID Provider signs a user in', async () => {
  const page = await startSignIn('Google')
  await chooseUser(page, 'Alan Turing')
  await expectSignedIn(page, 'Alan Turing')
})

test('a user who denies the request returns to the sign-in page', async () => {
  const page = await startSignIn('GitLab')
  await deny(page)
  await expectPath(page, '/every-provider/auth/signin')
})

test('the search filters the list', async () => {
  const page = await setup.visit()
  await page.goto('/every-provider')
  const field = page.getByLabel('Find a provider')
  const buttons = page.locator('.providers').getByRole('button')
  const all = await buttons.count()
  expect(all).toBeGreaterThan(100)
  await page.getByText(`${all} of ${all}`).waitFor()
  await field.fill('linkedin')
  await page.getByText(`1 of ${all}`).waitFor()
  expect(await buttons.count()).toBe(1)
})

test('the list works without JavaScript', async () => {
  const page = await setup.visit({ javaScriptEnabled: false })
  await page.goto('/every-provider')
  await page.getByRole('button', { name: 'Discord' }).click()
  await chooseUser(page, 'Grace Hopper')
  await expectSignedIn(page, 'Grace Hopper')
})
