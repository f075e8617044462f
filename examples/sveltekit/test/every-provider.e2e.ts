import { expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { askUser, choosePerson, deny, expectPlace, expectSignedIn } from './steps.ts'

const stage = setStage()

const leaveFor = async (name: string) => {
  const page = await stage.visit()
  await page.goto('/every-provider')
  await page.getByRole('button', { name, exact: false }).first().click()
  return page
}

test('a person signs in with an emulated provider and is known on the site', async () => {
  const page = await leaveFor('GitHub')
  await choosePerson(page, 'Ada Lovelace')
  await expectSignedIn(page, 'Ada Lovelace')
  expect(await askUser(page)).toMatchObject({ email: 'ada@example.org' })
})

test('a person who withholds the address is let in without one', async () => {
  const page = await leaveFor('GitHub')
  await choosePerson(page, 'Alan Turing')
  await expectSignedIn(page, 'alan')
})

test('an OpenID Provider of the catalogue lets a person in', async () => {
  const page = await leaveFor('Google')
  await choosePerson(page, 'Alan Turing')
  await expectSignedIn(page, 'Alan Turing')
})

test('a person who says no comes back to the sign-in page', async () => {
  const page = await leaveFor('GitLab')
  await deny(page)
  await expectPlace(page, '/every-provider/auth/signin')
})

test('the search leaves what was looked for', async () => {
  const page = await stage.visit()
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
  const page = await stage.visit({ javaScriptEnabled: false })
  await page.goto('/every-provider')
  await page.getByRole('button', { name: 'Discord' }).click()
  await choosePerson(page, 'Grace Hopper')
  await expectSignedIn(page, 'Grace Hopper')
})
