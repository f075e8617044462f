import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setupDemo } from './stage.ts'
import { chooseUser, expectPath, expectSignedIn, goToProvider, readLink, readUser, requestLink } from './steps.ts'

const setup = setupDemo()

/** A user signs in by e-mail, and returns from the OpenID Provider with an account. */
const returnAs = async (email: string, name: string): Promise<Page> => {
  const page = await setup.visit({ javaScriptEnabled: false })
  await page.goto('/signin')
  await requestLink(page, email)
  await expectPath(page, '/auth/verify-request')
  await page.goto(await readLink(setup.demo().urls.mailbox, email))
  await expectSignedIn(page, email)
  await page.goto('/signin?redirectTo=/protected')
  await goToProvider(page)
  await chooseUser(page, name)
  await expectPath(page, '/auth/choose-account')
  await page.getByText(`You are signed in as ${email}.`).waitFor()
  expect(await readUser(page)).toMatchObject({ email })
  return page
}

const providers = (page: Page) =>
  page.getByRole('region', { name: 'Connected accounts' }).locator('a, button').allTextContents()

describe('a signed-in user who returns with another account', () => {
  test('can connect it, without JavaScript', async () => {
    const page = await returnAs('xena@example.com', 'Ann Archer')
    await page.getByText('You came back from Demo OpenID as').waitFor()
    await page.getByRole('button', { name: 'Connect Demo OpenID to xena@example.com' }).click()
    await expectPath(page, '/protected')
    expect(await readUser(page)).toMatchObject({ email: 'xena@example.com' })
    await page.goto('/auth/account')
    await page.getByRole('link', { name: 'Disconnect Demo OpenID' }).waitFor()
    expect(await providers(page)).toEqual(['Disconnect'])
  })

  test('can sign in as its user, or stay', async () => {
    const stays = await returnAs('yann@example.com', 'Bo Baker')
    await stays.getByRole('button', { name: 'Stay signed in as yann@example.com' }).click()
    await expectPath(stays, '/protected')
    expect(await readUser(stays)).toMatchObject({ email: 'yann@example.com' })
    const switches = await returnAs('zoe@example.com', 'Bo Baker')
    await switches.getByRole('button', { name: /^Sign in as / }).click()
    await expectPath(switches, '/protected')
    expect(await readUser(switches)).toMatchObject({ name: 'Bo Baker' })
  })
})
