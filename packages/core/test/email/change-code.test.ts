import { describe, expect, test } from 'vitest'
import { fullLocation, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import {
  codeTo,
  storedEmail,
  linkTo,
  mailsTo,
  setUpChange,
  NEW,
  signInByMail,
  requestChange,
  type ChangeSetup,
} from '@authwright/test-kit/email/change-setup'
import { ANN, requestMail, confirmOnPage, submitCode, wrongCodes } from '@authwright/test-kit/email/email-setup'

const ACCOUNT = `${ORIGIN}/auth/account`
const REFUSED = `${ACCOUNT}?error=Verification`
const CHANGED = `${ACCOUNT}?done=email-changed`
const BOB = 'bob@example.org'

/** Sign another user in, in Ann's browser. */
const becomeBob = async (setup: ChangeSetup, browser: TestBrowser): Promise<void> => {
  const { url, code } = await requestMail(setup, browser, BOB)
  await (code === undefined ? confirmOnPage(browser, url) : submitCode(browser, code))
  expect(await browser.session()).toMatchObject({ user: { email: BOB } })
}

describe('the code in an e-mail to a new address', () => {
  const typeCode = (browser: Awaited<ReturnType<typeof signInByMail>>, code: string) =>
    browser.post('/auth/account', { action: 'email-code', code })

  test('is entered on the account page, and the e-mail has no link that changes the address', async () => {
    const setup = setUpChange({ mode: 'code' })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    expect(await (await browser.get('/auth/account')).text()).toContain('name="code"')
    const [mail] = mailsTo(setup, NEW)
    expect(mail?.message.text).not.toContain('change-email')
    expect(fullLocation(await typeCode(browser, codeTo(setup).toLowerCase()))).toBe(CHANGED)
    expect(storedEmail(setup)).toEqual({ email: NEW, isVerified: true })
    expect(await (await browser.get('/auth/account')).text()).not.toContain('name="code"')
  })

  test('can come with a link, and one of them is enough', async () => {
    const setup = setUpChange({ mode: 'both' })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    const [code, link] = [codeTo(setup), linkTo(setup)]
    const copy = browser.copy()
    await typeCode(browser, code)
    expect(storedEmail(setup).email).toBe(NEW)
    // This copy of the browser has the session from before, which ended.
    expect(await (await copy.get(link)).text()).toContain('Your address was changed')
  })

  test('allows five attempts', async () => {
    const setup = setUpChange({ mode: 'code' })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    const code = codeTo(setup)
    const pages = []
    for (const wrong of wrongCodes(code).slice(0, 5)) pages.push(fullLocation(await typeCode(browser, wrong)))
    const left = [4, 3, 2, 1].map((count) => `${ACCOUNT}?attemptsLeft=${count}&error=Verification`)
    expect(pages).toEqual([...left, REFUSED])
    expect(fullLocation(await typeCode(browser, code))).toBe(REFUSED)
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('counts toward the daily attempts for its address, and the account page shows the limit', async () => {
    const setup = setUpChange({ mode: 'code', limits: { attempts: 1 } })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await typeCode(browser, 'BBBB-BBBB')
    expect(fullLocation(await typeCode(browser, codeTo(setup)))).toBe(
      `${ACCOUNT}?error=TooManyRequests&retryAfter=43200`,
    )
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('is refused on the account page if another user has taken the address meanwhile', async () => {
    const setup = setUpChange({ mode: 'code' })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    await signInByMail(setup, NEW)
    expect(fullLocation(await typeCode(browser, codeTo(setup)))).toBe(`${ACCOUNT}?error=AccountNotLinked`)
  })

  test('has its error at the field, with the attempts that are left', async () => {
    const setup = setUpChange({ mode: 'code' })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    const [wrong = ''] = wrongCodes(codeTo(setup))
    const page = await (await browser.get(fullLocation(await typeCode(browser, wrong)))).text()
    expect(page).toContain('aria-invalid="true"')
    expect(page).toContain('This code is not right.')
    expect(page).toContain('Attempts left: 4.')
    expect(page).not.toContain('class="error"')
    expect(await (await browser.get(ACCOUNT)).text()).not.toContain('This code is not right.')
    for (const other of wrongCodes(codeTo(setup)).slice(1, 5)) await typeCode(browser, other)
    const last = await (await browser.get(REFUSED)).text()
    expect(last).not.toContain('name="code"')
    expect(last).toContain('class="error"')
  })

  test('costs no attempt if the text cannot be a code', async () => {
    const setup = setUpChange({ mode: 'code' })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    for (let i = 0; i < 6; i += 1) await typeCode(browser, 'пароль')
    await typeCode(browser, codeTo(setup))
    expect(storedEmail(setup).email).toBe(NEW)
  })

  test('does not work in another browser or for another user', async () => {
    const setup = setUpChange({ mode: 'code' })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    const code = codeTo(setup)
    expect(fullLocation(await typeCode(await signInByMail(setup), code))).toBe(REFUSED)
    await becomeBob(setup, browser)
    expect(fullLocation(await typeCode(browser, code))).toBe(REFUSED)
    expect(storedEmail(setup).email).toBe(ANN)
  })

  test('expires after 15 minutes', async () => {
    const setup = setUpChange({ mode: 'both', maxAge: 86_400 })
    const browser = await signInByMail(setup)
    await requestChange(browser)
    setup.clock.forward(901)
    expect(fullLocation(await typeCode(browser, codeTo(setup)))).toBe(REFUSED)
    await browser.get(linkTo(setup))
    expect(storedEmail(setup).email).toBe(NEW)
  })
})
