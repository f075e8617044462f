import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setStage } from './stage.ts'
import {
  askForLink,
  askSession,
  askUser,
  choosePerson,
  deny,
  enterCode,
  enterPassword,
  expectPlace,
  expectSignedIn,
  expectSignedOut,
  goToProvider,
  place,
  readCode,
  readLink,
} from './steps.ts'

const stage = setStage()

describe('by the OpenID Provider', () => {
  test('whoever does not agree there is told so here, and is not signed in', async () => {
    const page = await stage.visit()
    await page.goto('/signin')
    await goToProvider(page)
    await deny(page)
    await expectPlace(page, '/auth/signin')
    expect(new URL(page.url()).searchParams.get('error')).toBe('OAuthCallbackError')
    expect(await page.getByRole('alert').isVisible()).toBe(true)
    await expectSignedOut(page)
  })

  test('whom the signIn callback refuses is led where it says, and is not signed in', async () => {
    const page = await stage.visit()
    await page.goto('/signin')
    await goToProvider(page)
    await choosePerson(page, 'Mallory Mint')
    await expectPlace(page, '/refused')
    await expectSignedOut(page)
  })

  test('an address that already belongs to somebody here opens nothing', async () => {
    const page = await stage.visit()
    await page.goto('/signin')
    await goToProvider(page)
    await choosePerson(page, 'Dana Demo')
    await expectPlace(page, '/auth/signin')
    expect(new URL(page.url()).searchParams.get('error')).toBe('OAuthAccountNotLinked')
    await expectSignedOut(page)
  })

  test('two tabs sign in at once, each comes back to its own page', async () => {
    const first = await stage.visit()
    const second = await first.context().newPage()
    await first.goto('/signin?redirectTo=/protected')
    await second.goto('/signin?redirectTo=/members')
    await goToProvider(first)
    await goToProvider(second)
    await choosePerson(first, 'Ann Archer')
    await first.getByRole('heading', { name: 'Past the gate.' }).waitFor()
    await choosePerson(second, 'Ann Archer')
    await second.getByRole('heading', { name: 'For members.' }).waitFor()
    expect([place(first), place(second)]).toEqual(['/protected', '/members'])
  })

  test('the client function starts it as well as the form does', async () => {
    const page = await stage.visit()
    await page.goto('/signin')
    await page.getByRole('button', { name: "signIn('demo-oidc')" }).click()
    await choosePerson(page, 'Bo Baker')
    await expectSignedIn(page, 'Bo Baker')
  })

  test('the built-in page starts it, too', async () => {
    const page = await stage.visit()
    await page.goto('/members')
    expect(place(page)).toBe('/auth/signin?callbackUrl=%2Fmembers')
    await page.getByRole('button', { name: 'Demo OpenID' }).click()
    await choosePerson(page, 'Ann Archer')
    await page.getByRole('heading', { name: 'For members.' }).waitFor()
    expect(place(page)).toBe('/members')
  })
})

describe('by a magic link', () => {
  test('another browser shows a button first, and a link works once', async () => {
    const asking = await stage.visit()
    await asking.goto('/signin')
    await askForLink(asking, 'dora@example.com')
    await expectPlace(asking, '/check-mail')
    const link = await readLink(stage.demo().urls.mailbox, 'dora@example.com')

    const other = await stage.visit()
    await other.goto(link)
    expect(await askSession(other)).toBeNull()
    await other.getByRole('button').click()
    await expectSignedIn(other, 'dora@example.com')

    // Used up: not even the browser that asked gets in by it now.
    await asking.goto(link)
    expect(new URL(asking.url()).searchParams.get('error')).toBe('Verification')
    await expectSignedOut(asking)
  })

  test('a second click opens the same page', async () => {
    const page = await stage.visit()
    await page.goto('/signin?redirectTo=/members')
    await askForLink(page, 'fay@example.com')
    await expectPlace(page, '/check-mail')
    const link = await readLink(stage.demo().urls.mailbox, 'fay@example.com')
    for (let click = 0; click < 2; click += 1) {
      await page.goto(link)
      await page.getByRole('heading', { name: 'For members.' }).waitFor()
    }
  })

  test('who is signed in as somebody else is asked first', async () => {
    const page = await stage.visit()
    await page.goto('/signin')
    await enterPassword(page, 'demo@example.com', 'open sesame')
    await expectSignedIn(page, 'Dana Demo')
    await page.goto('/signin')
    await askForLink(page, 'gil@example.com')
    await expectPlace(page, '/check-mail')
    await page.goto(await readLink(stage.demo().urls.mailbox, 'gil@example.com'))
    const question = page.getByRole('main')
    expect(await question.textContent()).toContain('demo@example.com')
    expect(await askUser(page)).toMatchObject({ email: 'demo@example.com' })
    await question.getByRole('button', { name: 'Sign in' }).click()
    await expectSignedIn(page, 'gil@example.com')
  })

  test('no mail goes to an address that the signIn callback refuses', async () => {
    const page = await stage.visit()
    await page.goto('/signin')
    await askForLink(page, 'anybody@blocked.example')
    await expectPlace(page, '/auth/error')
    expect(new URL(page.url()).searchParams.get('error')).toBe('AccessDenied')
    await expect(readLink(stage.demo().urls.mailbox, 'anybody@blocked.example')).rejects.toThrow('no mail')
  })
})

describe('by the code of a mail', () => {
  const askForCode = async (page: Page, email: string): Promise<string> => {
    await page.goto('/signin?redirectTo=/members')
    await askForLink(page, email)
    await expectPlace(page, '/check-mail')
    return readCode(stage.demo().urls.mailbox, email)
  }

  test('the browser that asked is signed in, after a slip of the finger, too', async () => {
    const page = await stage.visit()
    const code = await askForCode(page, 'hal@example.com')
    await enterCode(page, 'BBBB-BBBB')
    expect(await page.getByRole('alert').textContent()).toContain('does not work')
    await enterCode(page, code.toLowerCase().replace('-', ' '))
    await page.getByRole('heading', { name: 'For members.' }).waitFor()
    await page.goto('/')
    await expectSignedIn(page, 'hal@example.com')
  })

  test('no other browser is, though it knows the code', async () => {
    const asking = await stage.visit()
    const code = await askForCode(asking, 'ida@example.com')
    const thief = await stage.visit()
    await askForCode(thief, 'thief@example.com')
    await enterCode(thief, code)
    expect(await thief.getByRole('alert').isVisible()).toBe(true)
    expect(await askSession(thief)).toBeNull()
  })

  test('a form that is posted to the callback signs in as well', async () => {
    const page = await stage.visit()
    const code = await askForCode(page, 'jo@example.com')
    const { origin } = new URL(page.url())
    const answer = await page.request.post('/auth/callback/nodemailer', {
      form: { code, email: 'jo@example.com' },
      headers: { origin },
    })
    expect(new URL(answer.url()).pathname).toBe('/members')
    await page.goto('/')
    await expectSignedIn(page, 'jo@example.com')
  })
})

describe('by a password', () => {
  test.each([
    ['a wrong one', 'demo@example.com', 'open barley'],
    ['an unknown address', 'nobody@example.com', 'open sesame'],
  ])('%s is refused in the same words', async (_what, email, password) => {
    const page = await stage.visit()
    await page.goto('/signin')
    await enterPassword(page, email, password)
    const said = await page.getByRole('alert').textContent()
    expect(said).toBe('This e-mail address and password do not belong together.')
    expect(place(page)).toBe('/signin')
    await expectSignedOut(page)
  })

  test('the client function signs in as well as the form does', async () => {
    const page = await stage.visit()
    await page.goto('/signin')
    await page.getByRole('button', { name: "signIn('credentials', …)" }).click()
    await expectSignedIn(page, 'Dana Demo')
  })
})
