import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setupDemo } from './stage.ts'
import {
  requestLink,
  readSession,
  readUser,
  chooseUser,
  deny,
  enterCode,
  enterPassword,
  expectPath,
  expectSignedIn,
  expectSignedOut,
  goToProvider,
  pathOf,
  readCode,
  readLink,
} from './steps.ts'

const setup = setupDemo()

describe('with the OpenID Provider', () => {
  test('a user who denies the request sees an error and is not signed in', async () => {
    const page = await setup.visit()
    await page.goto('/signin')
    await goToProvider(page)
    await deny(page)
    await expectPath(page, '/auth/signin')
    expect(new URL(page.url()).searchParams.get('error')).toBe('OAuthCallbackError')
    expect(await page.getByRole('alert').isVisible()).toBe(true)
    await expectSignedOut(page)
  })

  test('a user whom the signIn callback rejects is redirected and not signed in', async () => {
    const page = await setup.visit()
    await page.goto('/signin')
    await goToProvider(page)
    await chooseUser(page, 'Mallory Mint')
    await expectPath(page, '/refused')
    await expectSignedOut(page)
  })

  test('an account with the e-mail address of another user is not linked', async () => {
    const page = await setup.visit()
    await page.goto('/signin')
    await goToProvider(page)
    await chooseUser(page, 'Dana Demo')
    await expectPath(page, '/auth/signin')
    expect(new URL(page.url()).searchParams.get('error')).toBe('OAuthAccountNotLinked')
    await expectSignedOut(page)
  })

  test('two tabs sign in at the same time and return to their own pages', async () => {
    const first = await setup.visit()
    const second = await first.context().newPage()
    await first.goto('/signin?redirectTo=/protected')
    await second.goto('/signin?redirectTo=/members')
    await goToProvider(first)
    await goToProvider(second)
    await chooseUser(first, 'Ann Archer')
    await first.getByRole('heading', { name: 'Protected page.' }).waitFor()
    await chooseUser(second, 'Ann Archer')
    await second.getByRole('heading', { name: 'Members only.' }).waitFor()
    expect([pathOf(first), pathOf(second)]).toEqual(['/protected', '/members'])
  })

  test('the client function starts the sign-in', async () => {
    const page = await setup.visit()
    await page.goto('/signin')
    await page.getByRole('button', { name: "signIn('demo-oidc')" }).click()
    await chooseUser(page, 'Bo Baker')
    await expectSignedIn(page, 'Bo Baker')
  })

  test('the built-in page starts the sign-in', async () => {
    const page = await setup.visit()
    await page.goto('/members')
    expect(pathOf(page)).toBe('/auth/signin?callbackUrl=%2Fmembers')
    await page.getByRole('button', { name: 'Demo OpenID' }).click()
    await chooseUser(page, 'Ann Archer')
    await page.getByRole('heading', { name: 'Members only.' }).waitFor()
    expect(pathOf(page)).toBe('/members')
  })
})

describe('with a magic link', () => {
  test('another browser shows a button first, and the link works once', async () => {
    const requesting = await setup.visit()
    await requesting.goto('/signin')
    await requestLink(requesting, 'dora@example.com')
    await expectPath(requesting, '/auth/verify-request')
    const link = await readLink(setup.demo().urls.mailbox, 'dora@example.com')

    const other = await setup.visit()
    await other.goto(link)
    expect(await readSession(other)).toBeNull()
    await other.getByRole('button').click()
    await expectSignedIn(other, 'dora@example.com')

    // The link was consumed, also for the browser that requested it.
    await requesting.goto(link)
    expect(new URL(requesting.url()).searchParams.get('error')).toBe('Verification')
    await expectSignedOut(requesting)
  })

  test('a second click opens the same page', async () => {
    const page = await setup.visit()
    await page.goto('/signin?redirectTo=/members')
    await requestLink(page, 'fay@example.com')
    await expectPath(page, '/auth/verify-request')
    const link = await readLink(setup.demo().urls.mailbox, 'fay@example.com')
    for (let click = 0; click < 2; click += 1) {
      await page.goto(link)
      await page.getByRole('heading', { name: 'Members only.' }).waitFor()
    }
  })

  test('a browser with another signed-in user shows a question first', async () => {
    const page = await setup.visit()
    await page.goto('/signin')
    await enterPassword(page, 'demo@example.com', 'open sesame')
    await expectSignedIn(page, 'Dana Demo')
    await page.goto('/signin')
    await requestLink(page, 'gil@example.com')
    await expectPath(page, '/auth/verify-request')
    await page.goto(await readLink(setup.demo().urls.mailbox, 'gil@example.com'))
    const question = page.getByRole('main')
    expect(await question.textContent()).toContain('demo@example.com')
    expect(await readUser(page)).toMatchObject({ email: 'demo@example.com' })
    await question.getByRole('button', { name: 'Sign in' }).click()
    await expectSignedIn(page, 'gil@example.com')
  })

  test('no e-mail is sent to an address that the signIn callback rejects', async () => {
    const page = await setup.visit()
    await page.goto('/signin')
    await requestLink(page, 'user@blocked.example')
    await expectPath(page, '/auth/error')
    expect(new URL(page.url()).searchParams.get('error')).toBe('AccessDenied')
    await expect(readLink(setup.demo().urls.mailbox, 'user@blocked.example')).rejects.toThrow('no mail')
  })
})

describe('with the code of an e-mail', () => {
  const requestCode = async (page: Page, email: string): Promise<string> => {
    await page.goto('/signin?redirectTo=/members')
    await requestLink(page, email)
    await expectPath(page, '/auth/verify-request')
    return readCode(setup.demo().urls.mailbox, email)
  }

  test('the browser that requested the code is signed in, also after a wrong code', async () => {
    const page = await setup.visit()
    const code = await requestCode(page, 'hal@example.com')
    await enterCode(page, 'BBBB-BBBB')
    expect(await page.getByRole('alert').textContent()).toContain('This code is not right.')
    await enterCode(page, code.toLowerCase().replace('-', ' '))
    await page.getByRole('heading', { name: 'Members only.' }).waitFor()
    await page.goto('/')
    await expectSignedIn(page, 'hal@example.com')
  })

  test('another browser with the code is not signed in', async () => {
    const requesting = await setup.visit()
    const code = await requestCode(requesting, 'ida@example.com')
    const attacker = await setup.visit()
    await requestCode(attacker, 'attacker@example.com')
    await enterCode(attacker, code)
    await attacker.getByRole('alert').waitFor()
    expect(await readSession(attacker)).toBeNull()
  })

  test('a form that is posted to the callback signs in', async () => {
    const page = await setup.visit()
    const code = await requestCode(page, 'jo@example.com')
    const { origin } = new URL(page.url())
    const response = await page.request.post('/auth/callback/nodemailer', {
      form: { code, email: 'jo@example.com' },
      headers: { origin },
    })
    expect(new URL(response.url()).pathname).toBe('/members')
    await page.goto('/')
    await expectSignedIn(page, 'jo@example.com')
  })
})

describe('with a password', () => {
  test.each([
    ['a wrong password', 'demo@example.com', 'open barley'],
    ['an unknown address', 'unknown@example.com', 'open sesame'],
  ])('%s is rejected with the same message', async (_what, email, password) => {
    const page = await setup.visit()
    await page.goto('/signin')
    await enterPassword(page, email, password)
    const message = await page.getByRole('alert').textContent()
    expect(message).toBe('The email address or the password is wrong.')
    expect(pathOf(page)).toBe('/signin')
    await expectSignedOut(page)
  })

  test('the client function signs in', async () => {
    const page = await setup.visit()
    await page.goto('/signin')
    await page.getByRole('button', { name: "signIn('credentials', …)" }).click()
    await expectSignedIn(page, 'Dana Demo')
  })
})
