import { describe, expect, test } from 'vitest'
import { setupDemo } from './stage.ts'
import {
  requestLink,
  chooseUser,
  enterCode,
  enterPassword,
  expectPath,
  expectSignedIn,
  followNewestLink,
  goToProvider,
  pathOf,
  readCode,
} from './steps.ts'

const setup = setupDemo()
const visit = () => setup.visit({ javaScriptEnabled: false })

describe('without JavaScript', () => {
  test('the OpenID Provider signs a user in, and a form signs the user out', async () => {
    const page = await visit()
    await page.goto('/signin?redirectTo=/protected')
    await goToProvider(page)
    await chooseUser(page, 'Ann Archer')
    expect(pathOf(page)).toBe('/protected')
    await page.goto('/signout')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'You are signed out.' }).waitFor()
  })

  test('a magic link signs a user in', async () => {
    const page = await visit()
    await page.goto('/')
    await requestLink(page, 'eve@example.com')
    await expectPath(page, '/auth/verify-request')
    const tab = await followNewestLink(page, setup.demo().urls.mailbox)
    await expectSignedIn(tab, 'eve@example.com')
  })

  test('the code of an e-mail signs a user in', async () => {
    const page = await visit()
    await page.goto('/signin?redirectTo=/protected')
    await requestLink(page, 'kim@example.com')
    await expectPath(page, '/auth/verify-request')
    await enterCode(page, await readCode(setup.demo().urls.mailbox, 'kim@example.com'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Protected page.' }).waitFor()
  })

  test('a password signs a user in, and a wrong password shows an error', async () => {
    const page = await visit()
    await page.goto('/signin?redirectTo=/members')
    await enterPassword(page, 'demo@example.com', 'open barley')
    expect(await page.getByRole('alert').textContent()).toContain('is wrong')
    // The second attempt keeps the redirect target.
    await enterPassword(page, 'demo@example.com', 'open sesame')
    await page.getByRole('heading', { name: 'Members only.' }).waitFor()
  })

  test('the switch of the session strategy works', async () => {
    const page = await visit()
    await page.goto('/')
    await page.getByRole('button', { name: 'An encrypted cookie' }).click()
    expect(await page.getByRole('button', { name: 'An encrypted cookie', pressed: true }).isVisible()).toBe(true)
  })
})
