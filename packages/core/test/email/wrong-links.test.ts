import { describe, expect, test } from 'vitest'
import { location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { ANN, requestMail, setUpEmail, confirmLink, type EmailSetup } from '@authwright/test-kit/email/email-setup'

const ERROR = `${ORIGIN}/auth/error?error=Verification`

describe('a link with the default lifetime', () => {
  const DAY = 86_400
  const places = ['in the browser that requested the e-mail', 'in another browser']

  test.each(places)('works one second before it expires after a day, %s', async (where) => {
    const setup = setUpEmail()
    const requesting = setup.browser()
    const { url } = await requestMail(setup, requesting)
    setup.clock.forward(DAY - 1)
    const browser = where === 'in another browser' ? setup.browser() : requesting
    await browser.get(url)
    if (where === 'in another browser') await confirmLink(browser, url)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test.each(places)('fails one second after it, %s, and is deleted', async (where) => {
    const setup = setUpEmail()
    const requesting = setup.browser()
    const { url } = await requestMail(setup, requesting)
    setup.clock.forward(DAY + 1)
    const browser = where === 'in another browser' ? setup.browser() : requesting
    expect(location(await browser.get(url))).toBe(ERROR)
    expect(location(await confirmLink(browser, url))).toBe(ERROR)
    expect(await browser.session()).toBeNull()
    expect(setup.adapter.state().tokens.size).toBe(0)
  })
})

describe('an invalid token', () => {
  const nothing = ['', ' ', 'null', 'undefined', '0', 'x'.repeat(1_000_000), '[object Object]', '%00', '[]']
  const tryOut = async (setup: EmailSetup, requesting: TestBrowser, token: string): Promise<void> => {
    const link = `/auth/callback/email?${new URLSearchParams({ token: token.slice(0, 5000), email: ANN }).toString()}`
    for (const browser of [requesting, setup.browser()]) {
      const opened = await browser.get(link)
      expect(opened.status === 200 || location(opened) === ERROR).toBe(true)
      expect(location(await browser.post('/auth/callback/email', { token, email: ANN }))).toBe(ERROR)
      expect(await browser.session()).toBeNull()
    }
    expect(setup.adapter.state().tokens.size).toBe(1)
  }

  test.each(nothing)('%.20s… is refused', async (token) => {
    const setup = setUpEmail({}, { config: { maxBodySize: 2 ** 20 } })
    const requesting = setup.browser()
    await requestMail(setup, requesting)
    await tryOut(setup, requesting, token)
    expect(setup.refusals.map(({ message }) => message.split(':')[0])).toContain('Verification')
  })

  test('of the stored hash or a part of the token is refused', async () => {
    const setup = setUpEmail()
    const requesting = setup.browser()
    const { token } = await requestMail(setup, requesting)
    const [row] = setup.adapter.state().tokens.values()
    expect(row?.token).toMatch(/^.{32,}$/)
    for (const part of [row?.token ?? '', token.slice(0, -1), token.slice(1), `${token} `, token.toUpperCase()])
      await tryOut(setup, requesting, part)
  })

  test('in JSON of another type is refused', async () => {
    const setup = setUpEmail()
    const { token } = await requestMail(setup, setup.browser())
    for (const body of [
      { token: [token], email: ANN },
      { token: { a: token }, email: ANN },
      { token, email: [ANN] },
      [],
    ]) {
      const request = new Request(`${ORIGIN}/auth/callback/email`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const response = await setup.auth.handle(request)
      expect(response.status === 400 || location(response) === ERROR).toBe(true)
      expect(response.headers.getSetCookie().join()).not.toContain('session-token')
    }
    expect(setup.adapter.state().tokens.size).toBe(1)
  })

  test('for another purpose or provider is refused', async () => {
    const send = (): void => undefined
    const second = { id: 'second', name: 'Second', type: 'email' as const, sendVerificationRequest: send }
    const mails: string[] = []
    const first = {
      ...second,
      id: 'email',
      sendVerificationRequest: ({ token }: { token: string }) => void mails.push(token),
    }
    const setup = setUpEmail({}, { config: { providers: [first, second] } })
    const browser = setup.browser()
    await browser.post('/auth/signin/email', { email: ANN })
    await browser.post('/auth/callback/second', { token: mails[0] ?? '', email: ANN })
    const csrf = (await (await browser.get('/auth/csrf')).json()) as { csrfToken: string }
    const tokens = [
      csrf.csrfToken,
      ...browser.cookies.values(),
      ...[...setup.adapter.state().tokens.values()].map((row) => row.token),
    ]
    for (const token of tokens) await browser.post('/auth/callback/email', { token, email: ANN })
    expect(await browser.session()).toBeNull()
    expect(setup.adapter.state().tokens.size).toBe(1)
  })
})
