import { createClient } from '@authwright/client'
import type { EmailConfig } from '@authwright/core'
import { describe, expect, test } from 'vitest'
import { fullLocation, location, ORIGIN } from '@authwright/test-kit/auth-setup'
import { ANN, requestMail, setUpEmail, submitCode, wrongCodes } from '@authwright/test-kit/email/email-setup'

const WAITING = `${ORIGIN}/auth/verify-request?provider=email&type=email`

describe('a code', () => {
  test('has eight letters in two halves, without vowels', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const codes = new Set<string | undefined>()
    for (let i = 0; i < 5; i += 1) codes.add((await requestMail(setup, setup.browser(), `a${i}@example.org`)).code)
    expect(codes.size).toBe(5)
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  })

  test.each([6, 7, 8])('has %i letters if configured', async (codeLength) => {
    const setup = setUpEmail({ mode: 'code', codeLength })
    const { code } = await requestMail(setup, setup.browser())
    expect(code?.replace('-', '')).toHaveLength(codeLength)
  })

  test('has six digits in two halves if configured, and as many as configured', async () => {
    const codeOf = async (options: Partial<EmailConfig>) => {
      const setup = setUpEmail({ mode: 'code', codeFormat: 'digits', ...options })
      return (await requestMail(setup, setup.browser())).code
    }
    expect(await codeOf({})).toMatch(/^\d{3} \d{3}$/)
    expect(await codeOf({ codeLength: 8 })).toMatch(/^\d{4} \d{4}$/)
  })

  test('of digits is recognized as it is read and typed in other places', async () => {
    const typings = [
      (code: string) => code.replace(' ', ''),
      (code: string) => code.replace(' ', '-'),
      (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
      (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit))),
      (code: string) => `\u2066${code}\u2069`,
    ]
    for (const typing of typings) {
      const setup = setUpEmail({ mode: 'code', codeFormat: 'digits' })
      const browser = setup.browser()
      const { code = '' } = await requestMail(setup, browser)
      await submitCode(browser, typing(code))
      expect(await browser.session()).not.toBeNull()
    }
  })

  test('of digits can be tried twenty times a day for one address, unless configured', async () => {
    for (const [limits, expected] of [
      [{}, 20],
      [{ attempts: 7 }, 7],
    ] as const) {
      const setup = setUpEmail({ mode: 'code', codeFormat: 'digits', limits: { sends: 100, ...limits } })
      let tries = 0
      for (let mail = 0; mail < 5; mail += 1) {
        const browser = setup.browser()
        const { code } = await requestMail(setup, browser)
        const wrong = code === '000 000' ? '111111' : '000000'
        for (let i = 0; i < 5; i += 1)
          if (!fullLocation(await submitCode(browser, wrong)).includes('TooManyRequests')) tries += 1
      }
      expect(tries).toBe(expected)
    }
  })

  test('of an unknown format is a config error', async () => {
    const setup = setUpEmail({ mode: 'code', codeFormat: 'words' as 'digits' })
    expect((await setup.browser().get('/auth/signin')).status).toBe(500)
    expect(setup.errors[0]?.message).toContain('codeFormat')
  })

  test.each([5, 9, 6.5, Number.NaN, '6'])(
    'of %s letters is a config error at the first request',
    async (codeLength) => {
      const setup = setUpEmail({ mode: 'code', codeLength: codeLength as number })
      expect((await setup.browser().get('/auth/signin')).status).toBe(500)
      expect(setup.errors[0]).toMatchObject({ type: 'InvalidConfig' })
    },
  )

  test('needs an adapter with counters, and the error names the missing method', async () => {
    for (const mode of ['code', 'both'] as const) {
      const setup = setUpEmail({ mode }, { adapter: { incrementCounter: undefined } })
      expect((await setup.browser().get('/auth/signin')).status).toBe(500)
      expect(setup.errors[0]).toMatchObject({
        type: 'MissingAdapterMethods',
        message: 'The adapter lacks incrementCounter (codes by e-mail)',
      })
    }
    const link = setUpEmail({ mode: 'link' }, { adapter: { incrementCounter: undefined } })
    expect((await link.browser().get('/auth/signin')).status).toBe(200)
  })

  test('with an unknown mode is a config error', async () => {
    const setup = setUpEmail({ mode: 'otp' as 'code' })
    expect((await setup.browser().get('/auth/signin')).status).toBe(500)
    expect(setup.errors[0]?.message).toContain('mode')
  })

  test('signs in the requesting browser and redirects to the callback URL', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code } = await requestMail(setup, browser)
    expect(location(await submitCode(browser, code))).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    expect([...setup.adapter.state().users.values()][0]?.emailVerified).toBeInstanceOf(Date)
    expect(setup.adapter.state().tokens.size).toBe(0)
  })

  test.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['without the hyphen', (code: string) => code.replace('-', '')],
    ['with spaces', (code: string) => ` ${code.split('').join(' ')} `],
    [
      'in full-width letters',
      (code: string) => code.replace(/[A-Z]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0)),
    ],
  ])('is recognized %s', async (_how, change) => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code = '' } = await requestMail(setup, browser)
    await submitCode(browser, change(code))
    expect(await browser.session()).not.toBeNull()
  })

  test('belongs to the posted address, if there is one', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code } = await requestMail(setup, browser)
    await requestMail(setup, browser, 'bob@example.org')
    expect(fullLocation(await submitCode(browser, code, { email: 'bob@example.org' }))).toBe(
      `${WAITING}&attemptsLeft=4&error=Verification`,
    )
    await submitCode(browser, code, { email: ' ANN@example.org' })
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test('comes in an e-mail without a link that signs in', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const { message, code = '', token, url, confirmUrl = '' } = await requestMail(setup, setup.browser())
    expect(message.text).toContain(code)
    const others = `${message.text}${message.html}`.replaceAll(confirmUrl, '')
    expect(others).not.toMatch(/https?:/)
    expect([token, url]).toEqual([code, WAITING])
  })

  test('does not work in another browser with any address', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const { code } = await requestMail(setup, setup.browser())
    const attacker = setup.browser()
    await requestMail(setup, attacker, 'thief@example.org')
    for (const more of [{}, { email: ANN }, { email: 'thief@example.org' }]) {
      await submitCode(attacker, code, more)
      expect(await attacker.session()).toBeNull()
    }
    const other = setup.browser()
    expect(location(await submitCode(other, code))).toBe(`${ORIGIN}/auth/error?error=Verification`)
    expect(setup.adapter.state().tokens.size).toBe(2)
  })

  test('is not in the database, and not readable in the browser', async () => {
    const setup = setUpEmail({ mode: 'both' })
    const browser = setup.browser()
    const { code = '' } = await requestMail(setup, browser)
    const { tokens, counters } = setup.adapter.state()
    const visible = JSON.stringify([[...tokens], [...counters], [...browser.cookies]])
    expect(visible).not.toContain(code)
    expect(visible).not.toContain(code.replace('-', ''))
    expect(JSON.stringify([...counters])).not.toContain(ANN)
  })

  test('works only once', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code } = await requestMail(setup, browser)
    const copy = browser.copy()
    await submitCode(browser, code)
    await submitCode(copy, code)
    expect(await copy.session()).toBeNull()
  })

  test('redirects again if it is entered again in the signed-in browser', async () => {
    const setup = setUpEmail({ mode: 'both' })
    const [first, second] = [setup.browser(), setup.browser()]
    const { code } = await requestMail(setup, first)
    await submitCode(first, code)
    expect(location(await submitCode(first, code))).toBe(`${ORIGIN}/`)
    const other = await requestMail(setup, second, 'bob@example.org')
    await second.get(other.url)
    expect(location(await submitCode(second, other.code))).toBe(`${ORIGIN}/`)
    await second.post('/auth/signout')
    expect(location(await submitCode(second, other.code))).toBe(`${ORIGIN}/auth/error?error=Verification`)
  })

  test('signs in once with thirty concurrent requests', async () => {
    const setup = setUpEmail({ mode: 'code', limits: { sends: 100 } })
    const browser = setup.browser()
    const { code } = await requestMail(setup, browser)
    const copies = Array.from({ length: 30 }, () => browser.copy())
    await Promise.all(copies.map((copy) => submitCode(copy, code)))
    const sessions = await Promise.all(copies.map((copy) => copy.session()))
    expect(sessions.filter((session) => session !== null)).toHaveLength(1)
  })

  test.each([
    [900, true],
    [901, false],
  ])('after %i seconds works: %s, independent of the lifetime of a link', async (seconds, works) => {
    const setup = setUpEmail({ mode: 'both', maxAge: 86_400 })
    const browser = setup.browser()
    const { code, url } = await requestMail(setup, browser)
    setup.clock.forward(seconds)
    await submitCode(browser, code)
    expect((await browser.session()) !== null).toBe(works)
    if (works) return
    await browser.get(url)
    expect(await browser.session()).not.toBeNull()
  })

  test('ends when the link of the same e-mail is used, and the reverse', async () => {
    const setup = setUpEmail({ mode: 'both' })
    const [browser, phone] = [setup.browser(), setup.browser()]
    const { code, url } = await requestMail(setup, browser)
    await submitCode(browser, code)
    await phone.post('/auth/callback/email', Object.fromEntries(new URL(url).searchParams))
    expect(await phone.session()).toBeNull()
    const other = await requestMail(setup, phone)
    const before = phone.copy()
    await phone.get(other.url)
    expect(location(await submitCode(before, other.code))).toContain('error=')
    expect(await before.session()).toBeNull()
  })

  test('of an earlier e-mail works like the latest', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code } = await requestMail(setup, browser)
    setup.clock.forward(60)
    await requestMail(setup, browser)
    await submitCode(browser, code)
    expect(await browser.session()).not.toBeNull()
    expect(setup.adapter.state().tokens.size).toBe(0)
  })

  test('is refused from a form of another origin', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code = '' } = await requestMail(setup, browser)
    await browser.post('/auth/callback/email', { code }, { origin: 'https://evil.test' })
    expect(await browser.session()).toBeNull()
  })

  test('can come from the developer’s function, and is normalized in the same way', async () => {
    const setup = setUpEmail({ mode: 'code', generateVerificationToken: () => '739 164' })
    const browser = setup.browser()
    const { code, token } = await requestMail(setup, browser)
    expect([code, token]).toEqual(['739 164', '739 164'])
    await submitCode(browser, '739164')
    expect(await browser.session()).not.toBeNull()
  })

  test.each(['73916', '7391_64', 'пароль'])('from the developer’s function is refused if it is %j', async (own) => {
    const setup = setUpEmail({ mode: 'code', generateVerificationToken: () => own })
    const response = await setup.browser().post('/auth/signin/email', { email: ANN })
    expect(location(response)).toContain('error=Configuration')
    expect(setup.mails).toEqual([])
  })

  test('is generated if the developer’s function returns a blank text', async () => {
    const setup = setUpEmail({ mode: 'code', generateVerificationToken: () => '' })
    expect((await requestMail(setup, setup.browser())).code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
  })
})

describe('a wrong code', () => {
  test('leads back to its form with an error', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code } = await requestMail(setup, browser)
    const response = await submitCode(browser, wrongCodes(code)[0])
    expect(fullLocation(response)).toBe(`${WAITING}&attemptsLeft=4&error=Verification`)
    await submitCode(browser, code)
    expect(await browser.session()).not.toBeNull()
  })

  test('is limited to five attempts, after which the right code fails too', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code } = await requestMail(setup, browser)
    const responses: string[] = []
    for (const wrong of wrongCodes(code).slice(0, 5))
      responses.push(fullLocation(await submitCode(browser.copy(), wrong)))
    expect(responses.slice(0, 4)).toEqual(
      [4, 3, 2, 1].map((left) => `${WAITING}&attemptsLeft=${left}&error=Verification`),
    )
    expect(responses[4]).toMatch(/\/auth\/error\?error=Verification$/)
    expect(location(await submitCode(browser, code))).toBe(`${ORIGIN}/auth/error?error=Verification`)
    expect(await browser.session()).toBeNull()
  })

  test('is checked five times with a hundred concurrent requests', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code } = await requestMail(setup, browser)
    const tries = Array.from({ length: 100 }, (_, i) => (i === 99 ? code : 'BBBB-BBBB'))
    const copies = tries.map(() => browser.copy())
    await Promise.all(tries.map((one, i) => submitCode(copies[i] ?? browser, one)))
    const sessions = await Promise.all(copies.map((copy) => copy.session()))
    expect(sessions.every((session) => session === null)).toBe(true)
  })

  test('does not end the link of the same e-mail', async () => {
    const setup = setUpEmail({ mode: 'both' })
    const browser = setup.browser()
    const { code, url } = await requestMail(setup, browser)
    for (const wrong of wrongCodes(code).slice(0, 5)) await submitCode(browser.copy(), wrong)
    await browser.get(url)
    expect(await browser.session()).not.toBeNull()
  })

  test.each(['', ' ', 'x'.repeat(100), '%', '[object Object]', '\u202eBCDF'])(
    'that cannot be a code, such as %j, costs no attempt',
    async (typed) => {
      const setup = setUpEmail({ mode: 'code' })
      const browser = setup.browser()
      const { code } = await requestMail(setup, browser)
      for (let i = 0; i < 6; i += 1)
        expect(fullLocation(await submitCode(browser, typed))).toBe(`${WAITING}&error=Verification`)
      await submitCode(browser, code)
      expect(await browser.session()).not.toBeNull()
    },
  )
})

describe('the page after an e-mail was sent', () => {
  const waiting = async (setup: ReturnType<typeof setUpEmail>, browser = setup.browser()): Promise<string> =>
    (await browser.get('/auth/verify-request?provider=email&type=email')).text()

  test('has a field for the code, and names the address only in the requesting browser', async () => {
    const setup = setUpEmail({ mode: 'both' })
    const browser = setup.browser()
    await requestMail(setup, browser)
    const page = await waiting(setup, browser)
    expect(page).toContain(ANN)
    expect(page).toContain(`action="${ORIGIN}/auth/callback/email"`)
    expect(page).toContain('name="code"')
    const otherPage = await waiting(setup)
    expect(otherPage).not.toContain(ANN)
    expect(otherPage).not.toContain('name="code"')
  })

  test('names the address and has no field if the e-mail has only a link', async () => {
    const setup = setUpEmail()
    const browser = setup.browser()
    await requestMail(setup, browser)
    const page = await waiting(setup, browser)
    expect(page).toContain(ANN)
    expect(page).not.toContain('name="code"')
  })

  test('can be the developer’s: it gets the provider, and posts only the code', async () => {
    const setup = setUpEmail({ mode: 'code' }, { config: { pages: { verifyRequest: '/check-mail' } } })
    const browser = setup.browser()
    const { code = '' } = await requestMail(setup, browser)
    expect(fullLocation(await browser.get('/auth/verify-request?provider=email&type=email'))).toBe(
      `${ORIGIN}/check-mail?provider=email&type=email`,
    )
    await browser.post('/auth/callback/email', { code })
    expect(await browser.session()).not.toBeNull()
  })
})

describe('a code can be submitted', () => {
  test('by a form', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code = '' } = await requestMail(setup, browser)
    await browser.post('/auth/signin/email', { email: ANN, code })
    expect(await browser.session()).not.toBeNull()
  })

  test('by a script, which gets the redirect or the error as JSON', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code = '' } = await requestMail(setup, browser)
    const headers = { origin: ORIGIN, 'x-auth-return-redirect': '1' }
    const wrong = await browser.post('/auth/signin/email', { code: wrongCodes(code)[0] ?? '' }, headers)
    expect(await wrong.json()).toEqual({ url: `${WAITING}&attemptsLeft=4&error=Verification` })
    const right = await browser.post('/auth/signin/email', { code }, headers)
    expect(await right.json()).toEqual({ url: `${ORIGIN}/members` })
  })

  test('by the client package, in two steps on one page', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const send: typeof fetch = (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, ORIGIN)
      if (init?.method !== 'POST') return browser.get(pathname)
      const fields = Object.fromEntries(new URLSearchParams(typeof init.body === 'string' ? init.body : ''))
      return browser.post(pathname, fields, { origin: ORIGIN, ...Object.fromEntries(new Headers(init.headers)) })
    }
    const { signIn } = createClient({ fetch: send })
    expect(await signIn('email', { email: ANN, redirect: false, redirectTo: '/members' })).toMatchObject({ ok: true })
    const code = setup.mails[0]?.code ?? ''
    const wrong = await signIn('email', { code: wrongCodes(code)[0] ?? '', redirect: false })
    expect(wrong).toMatchObject({ ok: false, error: 'Verification' })
    expect(await signIn('email', { code, redirect: false })).toMatchObject({ ok: true, url: `${ORIGIN}/members` })
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test('by server code, which throws the error', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const browser = setup.browser()
    const { code = '' } = await requestMail(setup, browser)
    const facts = { url: `${ORIGIN}/signin`, headers: new Headers({ cookie: browser.header }) }
    const wrong = setup.auth.signIn(facts, 'email', { fields: { code: wrongCodes(code)[0] } })
    await expect(wrong).rejects.toMatchObject({ type: 'Verification' })
    expect(await setup.auth.signIn(facts, 'email', { fields: { code } })).toMatchObject({
      redirect: `${ORIGIN}/members`,
    })
  })

  test('only to a provider whose e-mails have codes', async () => {
    const setup = setUpEmail()
    await setup.browser().post('/auth/signin/email', { email: ANN, code: 'an invitation' })
    expect(setup.mails).toHaveLength(1)
  })
})
