import { memoryAdapter } from '@authwright/testing'
import { describe, expect, test } from 'vitest'
import type { AdapterUser } from '../../src/types.ts'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import {
  storedEmail,
  linkTo,
  mailsTo,
  setUpChange,
  NEW,
  confirmChange,
  signInByMail,
  requestChange,
  type ChangeSetup,
} from '@authwright/test-kit/email/change-setup'
import { ANN, requestMail, setUpEmail, confirmOnPage, submitCode } from '@authwright/test-kit/email/email-setup'

const ACCOUNT = `${ORIGIN}/auth/account`
const SENT = `${ACCOUNT}?done=email-sent`
const CHANGED = `${ACCOUNT}?done=email-changed`
const BOB = 'bob@example.org'
const LOST = `${ORIGIN}/auth/account?error=Verification`

/** Sign another user in, in Ann's browser. */
const becomeBob = async (setup: ChangeSetup, browser: TestBrowser): Promise<void> => {
  const { url, code } = await requestMail(setup, browser, BOB)
  await (code === undefined ? confirmOnPage(browser, url) : submitCode(browser, code))
  expect(await browser.session()).toMatchObject({ user: { email: BOB } })
}

const strategies = ['database', 'jwt'] as const

describe('a new address', () => {
  test.each(strategies)('is stored and in the session after it is verified (%s)', async (strategy) => {
    const setup = setUpChange({}, { config: { session: { strategy } } })
    const browser = await signInByMail(setup)
    expect(fullLocation(await requestChange(browser, ' ANN@New.example '))).toBe(SENT)
    expect(storedEmail(setup)).toEqual({ email: ANN, isVerified: true })
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    expect(fullLocation(await browser.get(linkTo(setup)))).toBe(CHANGED)
    expect(storedEmail(setup)).toEqual({ email: NEW, isVerified: true })
    expect(await browser.session()).toMatchObject({ user: { email: NEW } })
    expect(await (await browser.get(CHANGED)).text()).toContain('Your email address was changed.')
  })

  test('signs the user in afterwards, and the former address does not', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await browser.get(linkTo(setup))
    const [id] = setup.adapter.state().users.keys()
    const phone = await signInByMail(setup, NEW)
    expect(await phone.session()).toMatchObject({ user: { email: NEW } })
    expect([...setup.adapter.state().users.keys()]).toEqual([id])
    await signInByMail(setup, ANN)
    expect(setup.adapter.state().users.size).toBe(2)
  })

  test('is not stored by a link in a browser with another user', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await becomeBob(setup, browser)
    expect((await browser.get(linkTo(setup))).status).toBe(200)
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('is confirmed in another browser of the user on a page that names the account and the address', async () => {
    const setup = setUpChange()
    const laptop = await signInByMail(setup)
    const phone = await signInByMail(setup)
    await requestChange(laptop)
    const page = await phone.get(linkTo(setup))
    expect(page.status).toBe(200)
    const text = (await page.text()).replaceAll('<wbr />', '')
    for (const expected of [NEW, ANN, 'app.example.com']) expect(text).toContain(expected)
    expect(storedEmail(setup).email).toBe(ANN)
    expect(fullLocation(await confirmChange(phone, linkTo(setup)))).toBe(CHANGED)
  })

  test('is not stored by a link in a browser that has signed out', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await browser.post('/auth/signout')
    expect((await browser.get(linkTo(setup))).status).toBe(200)
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { purpose: 'prefetch' }],
  ])('is not stored by a link scanner: %s %j', async (method, headers) => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await setup.auth.handle(new Request(linkTo(setup), { method, headers: { cookie: browser.header, ...headers } }))
    expect(storedEmail(setup).email).toBe(ANN)
    await browser.get(linkTo(setup))
    expect(storedEmail(setup).email).toBe(NEW)
  })

  test('is not stored by a form of another origin', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    for (const path of ['/auth/account', '/auth/change-email']) {
      const fields = { action: 'email-change', email: NEW }
      await browser.post(path, fields, { origin: 'https://evil.test' })
    }
    expect(setup.notifications).toEqual([])
    await requestChange(browser)
    const fields = Object.fromEntries(new URL(linkTo(setup)).searchParams)
    await browser.post('/auth/change-email', fields, { origin: 'https://evil.test' })
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('shows the success again if the link is opened again in any browser', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    await requestChange(browser)
    const link = linkTo(setup)
    await browser.get(link)
    const { emailVerified } = [...setup.adapter.state().users.values()][0] as AdapterUser
    setup.clock.forward(60)
    expect(fullLocation(await browser.get(link))).toBe(CHANGED)
    for (const response of [await setup.browser().get(link), await confirmChange(setup.browser(), link)])
      expect(await response.text()).toContain('Your address was changed')
    expect([...setup.adapter.state().users.values()][0]).toMatchObject({ email: NEW, emailVerified })
    // One e-mail to the new address and one to the former: no duplicates.
    expect(setup.notifications.map(({ identifier }) => identifier)).toEqual([NEW, ANN])
  })

  test('is stored once by fifty concurrent clicks', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    await requestChange(browser)
    const link = linkTo(setup)
    const responses = await Promise.all(Array.from({ length: 50 }, () => confirmChange(browser.copy(), link)))
    expect(responses.filter((response) => location(response) === CHANGED).length).toBeGreaterThan(0)
    expect(storedEmail(setup).email).toBe(NEW)
    expect(mailsTo(setup, ANN)).toHaveLength(1)
  })

  test('shows the success to the slower of two clicks', async () => {
    const memory = memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') })
    // Another click completes between this click's read of the user and its use of the token.
    const useVerificationToken: typeof memory.useVerificationToken = async (row) => {
      const used = await memory.useVerificationToken(row)
      if (used === null || !row.identifier.startsWith('change')) return used
      const [id = ''] = memory.state().users.keys()
      await memory.updateUser({ id, email: NEW, emailVerified: new Date('2030-01-01T12:00:00Z') })
      return null
    }
    const setup = setUpChange({}, { config: { adapter: { ...memory, useVerificationToken } } })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    expect(fullLocation(await browser.get(linkTo(setup)))).toBe(CHANGED)
    expect(mailsTo(setup, ANN)).toEqual([])
  })

  test.each([
    [3600, NEW, CHANGED],
    [3601, ANN, LOST],
  ])('after %i seconds is %s', async (seconds, email, response) => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    await requestChange(browser)
    setup.clock.forward(seconds)
    expect(location(await confirmChange(browser, linkTo(setup)))).toBe(response)
    expect(storedEmail(setup).email).toBe(email)
  })
})

describe('the account page', () => {
  test('has the form if the address can be changed', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    expect(await (await browser.get('/auth/account')).text()).toContain('/auth/account?change=email-change"')
    const form = await (await browser.get('/auth/account?change=email-change')).text()
    expect(form).toContain('value="email-change"')
  })

  test('has no form if the provider sends only sign-in e-mails', async () => {
    const setup = setUpEmail()
    const browser = await signInByMail(setup)
    expect(await (await browser.get('/auth/account')).text()).not.toContain('email-change')
    expect((await browser.get('/auth/account?change=email-change')).status).toBe(302)
    expect((await requestChange(browser)).status).toBe(404)
  })
})

describe('the notification of a change', () => {
  test('is an event and an e-mail to the former address', async () => {
    const updates: unknown[] = []
    const events = { updateUser: ({ user }: { user: unknown }) => void updates.push(user) }
    const setup = setUpChange({}, { config: { events } })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    expect(updates).toEqual([])
    await browser.get(linkTo(setup))
    expect(updates).toMatchObject([{ email: NEW }])
    const [mail] = mailsTo(setup, ANN)
    expect(mail?.message.subject).toBe('Your app.example.com email was changed')
    expect(mail?.message.text).not.toContain(NEW)
  })

  test('is not sent to an unverified former address', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    const [id = ''] = setup.adapter.state().users.keys()
    await setup.adapter.updateUser({ id, emailVerified: null })
    await requestChange(browser)
    await browser.get(linkTo(setup))
    expect(storedEmail(setup)).toEqual({ email: NEW, isVerified: true })
    expect(mailsTo(setup, ANN)).toEqual([])
  })

  test('is not sent if the user verifies the current address', async () => {
    const setup = setUpChange()
    const browser = await signInByMail(setup)
    const [id = ''] = setup.adapter.state().users.keys()
    await setup.adapter.updateUser({ id, emailVerified: null })
    await requestChange(browser, ANN)
    await browser.get(linkTo(setup, ANN))
    expect(storedEmail(setup)).toEqual({ email: ANN, isVerified: true })
    expect(mailsTo(setup, ANN)).toHaveLength(1)
  })
})
