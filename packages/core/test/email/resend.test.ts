import { expect, test } from 'vitest'
import { fullLocation, location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { ANN, requestMail, setUpEmail, submitCode } from '@authwright/test-kit/email/email-setup'
import { allOf, readPage, textOf } from '../pages/read-page.ts'

const WAITING = `${ORIGIN}/auth/verify-request?provider=email&type=email`
const again = { email: ANN, resend: '1' }

test('sends another e-mail for the same sign-in, and both codes work', async () => {
  for (const which of [0, 1]) {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    await requestMail(setup, browser)
    expect(fullLocation(await browser.post('/auth/signin/email', again))).toBe(`${WAITING}&resent=1`)
    expect(setup.mails.map(({ identifier }) => identifier)).toEqual([ANN, ANN])
    expect(setup.mails[0]?.code).not.toBe(setup.mails[1]?.code)
    expect(location(await submitCode(browser, setup.mails[which]?.code))).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  }
})

test('sends another link, which leads to the page that the first one led to', async () => {
  const setup = setUpEmail({ mode: 'link' })
  const browser = setup.browser()
  await requestMail(setup, browser)
  await browser.post('/auth/signin/email', again)
  expect(location(await browser.get(setup.mails[1]?.url ?? ''))).toBe(`${ORIGIN}/members`)
})

test('shows the limit on the page, with the form of the code', async () => {
  const setup = setUpEmail({ mode: 'code', limits: { sends: 1 } })
  const browser = setup.browser()
  const { code } = await requestMail(setup, browser)
  const response = await browser.post('/auth/signin/email', again)
  expect(fullLocation(response)).toMatch(/\/auth\/verify-request\?.*&error=TooManyRequests&retryAfter=\d+$/)
  expect(setup.mails).toHaveLength(1)
  const page = readPage(await (await browser.get(fullLocation(response))).text())
  expect(textOf(page)).toMatch(/You can try again in \d+ minutes?/)
  expect(allOf(page, 'button').map(({ attributes }) => attributes.has('data-retry-after'))).toContain(true)
  await submitCode(browser, code)
  expect(await browser.session()).not.toBeNull()
})

test('shows on the page that an e-mail could not be sent', async () => {
  let isDown = false
  const setup = setUpEmail({
    mode: 'code',
    sendVerificationRequest: () => (isDown ? Promise.reject(new Error('down')) : undefined),
  })
  const browser = setup.browser()
  await browser.post('/auth/signin/email', { email: ANN })
  isDown = true
  expect(fullLocation(await browser.post('/auth/signin/email', again))).toBe(`${WAITING}&error=EmailSignInError`)
})

test('is an ordinary request in a browser that requested no e-mail for the address', async () => {
  const setup = setUpEmail({ mode: 'code', limits: { sends: 1 } })
  const browser = setup.browser()
  expect(fullLocation(await browser.post('/auth/signin/email', again))).toBe(WAITING)
  const refused = fullLocation(await setup.browser().post('/auth/signin/email', again))
  expect(refused).toMatch(/\/auth\/signin\?error=TooManyRequests/)
})

test.each(['link', 'code', 'both'] as const)(
  'the page offers it only where the e-mail was requested (%s)',
  async (mode) => {
    const setup = setUpEmail({ mode })
    const browser = setup.browser()
    await requestMail(setup, browser)
    const formsOf = async (visitor: typeof browser) =>
      allOf(readPage(await (await visitor.get(WAITING)).text()), 'form').map(({ attributes }) =>
        attributes.get('action'),
      )
    const resend = `${ORIGIN}/auth/signin/email`
    expect(await formsOf(browser)).toEqual(mode === 'link' ? [resend] : [`${ORIGIN}/auth/callback/email`, resend])
    expect(await formsOf(setup.browser())).toEqual([])
  },
)

test.each([
  ['attemptsLeft=9999&error=Verification', /Attempts left/],
  ['attemptsLeft=<b>3&error=Verification', /Attempts left|<b>/],
  ['attemptsLeft=3', /Attempts left/],
  ['resent=yes', /Another email/],
  ['resent=1&error=AccessDenied', /Another email|No access/],
])('a link to the page with ?%s shows nothing of it', async (query, pattern) => {
  const setup = setUpEmail({ mode: 'code' })
  const browser = setup.browser()
  await requestMail(setup, browser)
  const page = readPage(await (await browser.get(`${WAITING}&${query}`)).text())
  expect(textOf(page)).not.toMatch(pattern)
})
