import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CallbacksOptions } from '../../src/types.ts'
import { fullLocation, location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { choose, CHOOSE, readQuestion } from '@authwright/test-kit/linking/account-question'
import {
  ANN,
  requestMail,
  setUpEmail,
  confirmLink,
  confirmOnPage,
  submitCode,
  type EmailSetup,
} from '@authwright/test-kit/email/email-setup'

const ERROR = `${ORIGIN}/auth/error?error=Verification`
const BOB = 'bob@example.org'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0'

const askWith = async (setup: EmailSetup, browser: TestBrowser, agent: string) => {
  await browser.post('/auth/signin/email', { email: ANN }, { origin: ORIGIN, 'user-agent': agent })
  return setup.mails.at(-1)?.url ?? ''
}

/** The visible text of a page, without URLs. */
const readable = async (response: Response): Promise<string> => (await response.text()).replaceAll(/href="[^"]*"/g, '')

const change = (link: string, name: string, to: (value: string) => string): string => {
  const url = new URL(link)
  url.searchParams.set(name, to(url.searchParams.get(name) ?? ''))
  return url.href
}

describe('the confirmation page of a link in another browser', () => {
  test('names the browser, the system and the time of the request, without versions', async () => {
    const setup = setUpEmail()
    const link = await askWith(setup, setup.browser(), FIREFOX)
    setup.clock.forward(300)
    const page = await (await setup.browser().get(link)).text()
    expect(page).toContain(ANN)
    expect(page).toContain('Firefox')
    expect(page).toContain('Linux')
    expect(page).toContain('5 minutes ago')
    expect(page).not.toContain('151.0')
  })

  test('is translated', async () => {
    const setup = setUpEmail()
    const link = await askWith(setup, setup.browser(), FIREFOX)
    const page = await (await setup.browser().get(link)).text()
    const german = /href="([^"]*lang=de[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const translated = await readable(await setup.browser().get(german))
    expect(translated).toContain('lang="de"')
    expect(translated).toContain('Firefox')
  })

  test('omits an unknown browser', async () => {
    const setup = setUpEmail()
    const page = await (await setup.browser().get(await askWith(setup, setup.browser(), 'curl/8.5.0'))).text()
    expect(page).toContain(ANN)
    expect(page).not.toContain('curl')
  })

  test.each([
    ['another browser', (requested: string) => requested.replace('Firefox', 'Chrome')],
    ['another time', (requested: string) => requested.replace(/\.\d+\./, '.1893400000.')],
    ['an injected text', () => 'your bank.a safe place.1893499200.00000000000000000000000000000000'],
    ['an extra part', (requested: string) => `${requested}.x`],
    ['nothing', () => ''],
  ])('ignores a changed link with %s', async (_what, write) => {
    const setup = setUpEmail()
    const link = change(await askWith(setup, setup.browser(), FIREFOX), 'requested', write)
    const page = await readable(await setup.browser().get(link))
    expect(page).toContain(ANN)
    expect(page).not.toMatch(/Firefox|Chrome|your bank|minutes ago|was requested/)
  })

  test('ignores the parameter of another link', async () => {
    const setup = setUpEmail()
    const [mine, theirs] = [
      await askWith(setup, setup.browser(), 'curl/8.5.0'),
      await askWith(setup, setup.browser(), FIREFOX),
    ]
    const requested = new URL(theirs).searchParams.get('requested') ?? ''
    const page = await readable(await setup.browser().get(change(mine, 'requested', () => requested)))
    expect(page).not.toContain('Firefox')
  })

  test('is not shown for an expired link, which leads to an error page', async () => {
    const setup = setUpEmail({ maxAge: 600 })
    const { url } = await requestMail(setup, setup.browser())
    setup.clock.forward(601)
    expect(location(await setup.browser().get(url))).toBe(ERROR)
    expect(await (await setup.browser().get('/auth/error?error=Verification')).text()).toContain('/auth/signin')
  })

  test('loads nothing from other origins and sends no referrer', async () => {
    const setup = setUpEmail()
    const { url } = await requestMail(setup, setup.browser())
    const response = await setup.browser().get(url)
    expect(response.headers.get('referrer-policy')).toMatch(/^(?:no-referrer|same-origin|strict-origin)$/)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const addresses = [...(await response.text()).matchAll(/(?:src|href|action)="(https?:[^"]+)"/g)]
    expect(addresses.every(([, address = '']) => new URL(address).origin === ORIGIN)).toBe(true)
  })
})

describe('the token of a link', () => {
  test('has 256 random bits, and the database has only its keyed hash', async () => {
    const setup = setUpEmail()
    const { token } = await requestMail(setup, setup.browser())
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const [row] = [...setup.adapter.state().tokens.values()]
    const plain = ['hex', 'base64', 'base64url'].map((form) =>
      createHash('sha256')
        .update(token)
        .digest(form as 'hex'),
    )
    expect([token, ...plain]).not.toContain(row?.token)
    expect(row).toMatchObject({ identifier: ANN, token: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('is never in the log', async () => {
    const setup = setUpEmail({ mode: 'both', maxAge: 600 })
    const browser = setup.browser()
    const { url, token, code = '' } = await requestMail(setup, browser)
    await submitCode(browser, 'BBBB-BBBB')
    await confirmLink(
      setup.browser(),
      change(url, 'email', () => BOB),
    )
    await browser.get(url)
    await confirmLink(setup.browser(), url)
    const late = await requestMail(setup, setup.browser())
    setup.clock.forward(601)
    await confirmLink(setup.browser(), late.url)
    expect(setup.refusals.length).toBeGreaterThan(2)
    const written = [
      ...setup.log,
      JSON.stringify(setup.refusals),
      ...setup.errors.map((error) => `${error.stack} ${JSON.stringify(error.cause)}`),
    ].join()
    for (const secret of [token, code, code.replace('-', ''), late.token, ANN]) expect(written).not.toContain(secret)
  })

  test.each([
    ['HEAD', {}],
    ['OPTIONS', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { purpose: 'prefetch' }],
    ['GET', { 'x-moz': 'prefetch' }],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
  ])('is not consumed by %s %j, even in the requesting browser', async (method, headers) => {
    const setup = setUpEmail()
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    await setup.auth.handle(new Request(url, { method, headers: { cookie: browser.header, ...headers } }))
    expect(setup.adapter.state().tokens.size).toBe(1)
    await browser.get(url)
    expect(await browser.session()).not.toBeNull()
  })

  test('is in no redirect URL', async () => {
    const setup = setUpEmail()
    const browser = setup.browser()
    const { url, token } = await requestMail(setup, browser)
    const response = await browser.get(url)
    expect(fullLocation(response)).not.toContain(token)
    expect(response.headers.get('referrer-policy')).toBe('strict-origin')
  })
})

describe('a used link', () => {
  test('says so before the click, in every browser', async () => {
    const setup = setUpEmail()
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    const other = setup.browser()
    expect(await (await other.get(url)).text()).toContain('Confirm your sign-in')
    await browser.get(url)
    expect(location(await other.get(url))).toBe(`${ORIGIN}/auth/error?error=Verification`)
    expect(setup.refusals.at(-1)).toMatchObject({
      message: expect.stringMatching(/^Verification: /) as string,
      details: { reason: 'used' },
    })
  })

  test('is found at the click if the adapter cannot read a token without consuming it', async () => {
    const setup = setUpEmail({}, { adapter: { getVerificationToken: undefined } })
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    await browser.get(url)
    const other = setup.browser()
    expect((await other.get(url)).status).toBe(200)
    expect(location(await confirmOnPage(other, url))).toBe(`${ORIGIN}/auth/error?error=Verification`)
  })
})

describe('a changed link', () => {
  test('with another address is refused, and the original link still works', async () => {
    const setup = setUpEmail()
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    expect(location(await browser.get(change(url, 'email', () => BOB)))).toBe(`${ORIGIN}/auth/error?error=Verification`)
    expect(setup.adapter.state().tokens.size).toBe(1)
    await browser.get(url)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test.each([
    ['in upper case', 'ANN@example.org'],
    ['with a look-alike letter', '\u0430nn@example.org'],
    ['with a tag', 'ann+x@example.org'],
    ['with a space', ' ann@example.org'],
    ['and a second one', 'ann@example.org,bob@example.org'],
  ])('with its address %s is refused, because the stored address decides', async (_how, email) => {
    const setup = setUpEmail()
    const { url } = await requestMail(setup, setup.browser())
    const attacker = setup.browser()
    const changed = change(url, 'email', () => email)
    await attacker.get(changed)
    expect(location(await confirmLink(attacker, changed))).toBe(ERROR)
    expect(await attacker.session()).toBeNull()
    expect([setup.adapter.state().tokens.size, setup.adapter.state().users.size]).toEqual([1, 0])
  })

  test('with another callback URL redirects to the requested one in the requesting browser', async () => {
    const setup = setUpEmail()
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    expect(location(await browser.get(change(url, 'callbackUrl', () => '/elsewhere')))).toBe(`${ORIGIN}/members`)
  })

  test('without its time is still expired, and is deleted', async () => {
    const setup = setUpEmail({ maxAge: 600 })
    const { url } = await requestMail(setup, setup.browser())
    const browser = setup.browser()
    setup.clock.forward(601)
    const hidden = change(url, 'requested', () => '')
    expect((await browser.get(hidden)).status).toBe(200)
    expect(location(await confirmLink(browser, hidden))).toBe(ERROR)
    expect(await browser.session()).toBeNull()
    expect(setup.adapter.state().tokens.size).toBe(0)
  })
})

describe('a link in a browser with another user', () => {
  const signInAsBob = async (setup: EmailSetup): Promise<TestBrowser> => {
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser, BOB)
    await browser.get(url)
    expect(await browser.session()).toMatchObject({ user: { email: BOB } })
    return browser
  }

  test.each(['database', 'jwt'] as const)(
    'needs a confirmation, even in the requesting browser (%s)',
    async (strategy) => {
      const setup = setUpEmail({}, { config: { session: { strategy } } })
      const browser = await signInAsBob(setup)
      const { url } = await requestMail(setup, browser)
      const response = await browser.get(url)
      expect(response.status).toBe(200)
      const page = await response.text()
      expect(page).toContain(ANN)
      expect(page).toContain(BOB)
      expect(await browser.session()).toMatchObject({ user: { email: BOB } })
      expect(location(await confirmOnPage(browser, url))).toBe(`${ORIGIN}/members`)
      expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    },
  )

  test('ends the session of that user only after the sign-in', async () => {
    const setup = setUpEmail()
    const browser = await signInAsBob(setup)
    const { url } = await requestMail(setup, browser)
    await confirmLink(
      browser,
      change(url, 'token', (token) => `${token}0`),
    )
    expect(await browser.session()).toMatchObject({ user: { email: BOB } })
    await confirmOnPage(browser, url)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    expect(setup.adapter.state().sessions.size).toBe(1)
  })

  test('asks again if that user signed in after the page was shown', async () => {
    const setup = setUpEmail()
    const { url } = await requestMail(setup, setup.browser())
    const browser = setup.browser()
    expect(await (await browser.get(url)).text()).not.toContain(BOB)
    await browser.get((await requestMail(setup, browser, BOB)).url)
    expect(location(await confirmLink(browser, url))).toBe(CHOOSE)
    expect(await browser.session()).toMatchObject({ user: { email: BOB } })
    const { text } = await readQuestion(browser)
    expect(text).toContain(`You are signed in as ${BOB}. You came back from E-mail as ${ANN}`)
    expect(await choose(browser, 'sign-in')).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })

  test('signs in without a confirmation if it is the same user', async () => {
    const setup = setUpEmail()
    const browser = await signInAsBob(setup)
    const { url } = await requestMail(setup, browser, BOB)
    expect(location(await browser.get(url))).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).toMatchObject({ user: { email: BOB } })
  })
})

describe('a link that is opened again', () => {
  const signIn = async (setup: EmailSetup): Promise<{ readonly browser: TestBrowser; readonly url: string }> => {
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    await browser.get(url)
    return { browser, url }
  }

  test.each(['database', 'jwt'] as const)('redirects to its target in the signed-in browser (%s)', async (strategy) => {
    const setup = setUpEmail({}, { config: { session: { strategy } } })
    const { browser, url } = await signIn(setup)
    const sessions = setup.adapter.state().sessions.size
    setup.clock.forward(3600)
    expect(location(await browser.get(url))).toBe(`${ORIGIN}/members`)
    expect(setup.adapter.state().sessions.size).toBe(sessions)
  })

  test('redirects after a confirmation in another browser, too', async () => {
    const setup = setUpEmail()
    const { url } = await requestMail(setup, setup.browser())
    const phone = setup.browser()
    await confirmLink(phone, url)
    expect(location(await phone.get(url))).toBe(`${ORIGIN}/members`)
    expect(location(await confirmLink(phone, url))).toBe(`${ORIGIN}/members`)
  })

  test('does not sign in a browser without the session', async () => {
    const setup = setUpEmail()
    const { url } = await signIn(setup)
    const other = setup.browser()
    await other.get(url)
    expect(location(await confirmLink(other, url))).toBe(ERROR)
    expect(await other.session()).toBeNull()
  })

  test('does not sign in after a sign-out', async () => {
    const setup = setUpEmail()
    const { browser, url } = await signIn(setup)
    await browser.post('/auth/signout')
    await browser.get(url)
    expect(location(await confirmLink(browser, url))).toBe(ERROR)
    expect(await browser.session()).toBeNull()
  })

  test('is an error for another user', async () => {
    const setup = setUpEmail()
    const { browser, url } = await signIn(setup)
    const other = await requestMail(setup, browser, BOB)
    await confirmOnPage(browser, other.url)
    expect(location(await confirmLink(browser, url))).toBe(ERROR)
    expect(await browser.session()).toMatchObject({ user: { email: BOB } })
  })

  test('by a double click is retried with the session of the first click', async () => {
    const setup = setUpEmail()
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    const second = browser.copy()
    await browser.get(url)
    const again = fullLocation(await second.get(url))
    expect(again).toBe(`${url}&again=1`)
    for (const [name, value] of browser.cookies) second.cookies.set(name, value)
    expect(location(await second.get(again))).toBe(`${ORIGIN}/members`)
  })

  test('by a double click is retried once, then fails', async () => {
    const setup = setUpEmail()
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    const attacker = browser.copy()
    await browser.get(url)
    expect(location(await attacker.get(fullLocation(await attacker.get(url))))).toBe(ERROR)
    expect(await attacker.session()).toBeNull()
  })
})

describe('several links to one address', () => {
  test('all work until one of them is used', async () => {
    const setup = setUpEmail()
    const [laptop, phone] = [setup.browser(), setup.browser()]
    const [first, second] = [await requestMail(setup, laptop), await requestMail(setup, phone)]
    const other = await requestMail(setup, setup.browser(), BOB)
    await laptop.get(first.url)
    expect(await laptop.session()).not.toBeNull()
    await confirmLink(phone, second.url)
    expect(await phone.session()).toBeNull()
    const bob = setup.browser()
    await confirmLink(bob, other.url)
    expect(await bob.session()).not.toBeNull()
  })

  test('of the same browser end also if the adapter cannot delete tokens', async () => {
    const setup = setUpEmail({}, { adapter: { deleteVerificationTokens: undefined } })
    const browser = setup.browser()
    const otherMail = await requestMail(setup, setup.browser())
    const [first, second] = [await requestMail(setup, browser), await requestMail(setup, browser)]
    await browser.get(second.url)
    const [attacker, phone] = [setup.browser(), setup.browser()]
    await confirmLink(attacker, first.url)
    expect(await attacker.session()).toBeNull()
    await confirmLink(phone, otherMail.url)
    expect(await phone.session()).not.toBeNull()
  })

  test('that could not be deleted do not prevent the sign-in', async () => {
    const fails = { deleteVerificationTokens: () => Promise.reject(new Error('connection lost')) }
    const setup = setUpEmail({}, { adapter: fails })
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    expect(location(await browser.get(url))).toBe(`${ORIGIN}/members`)
    expect(await browser.session()).not.toBeNull()
    expect(setup.errors[0]?.message).toContain('deleteVerificationTokens')
  })

  test('are limited to five within 15 minutes, for known and unknown addresses', async () => {
    const setup = setUpEmail()
    const browser = setup.browser()
    for (let i = 0; i < 5; i += 1) await requestMail(setup, browser)
    const response = await browser.post('/auth/signin/email', { email: ' ANN@example.org' })
    expect(location(response)).toBe(`${ORIGIN}/auth/signin?error=TooManyRequests&retryAfter=900`)
    expect(await (await browser.get(fullLocation(response))).text()).toContain('Too many attempts')
    expect(setup.mails).toHaveLength(5)
    await requestMail(setup, browser, BOB)
    expect(setup.mails).toHaveLength(6)
    setup.clock.forward(901)
    await requestMail(setup, browser)
    expect(setup.mails).toHaveLength(7)
  })

  test('are limited to the configured number', async () => {
    const setup = setUpEmail({ limits: { sends: 2 } })
    for (let i = 0; i < 4; i += 1) await setup.browser().post('/auth/signin/email', { email: ANN })
    expect(setup.mails).toHaveLength(2)
  })
})

describe('a request for an e-mail', () => {
  test('has the same response for a known and an unknown address', async () => {
    const setup = setUpEmail()
    await setup.adapter.createUser({ id: 'u1', email: ANN, emailVerified: new Date(0) })
    const responses = await Promise.all(
      [ANN, BOB].map(async (email) => {
        const response = await setup.browser().post('/auth/signin/email', { email })
        const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/\.[0-9a-f]{12}=[^;]+/, ''))
        return { status: response.status, location: fullLocation(response), cookies }
      }),
    )
    expect(responses[0]).toEqual(responses[1])
    expect(setup.mails.map(({ identifier }) => identifier)).toEqual([ANN, BOB])
  })

  test('with a tag or another dot in the address is for another user', async () => {
    const setup = setUpEmail()
    for (const email of ['a.b@example.org', 'ab@example.org', 'a.b+tag@example.org', 'A.B@Example.org']) {
      const browser = setup.browser()
      await browser.get((await requestMail(setup, browser, email)).url)
    }
    const emails = [...setup.adapter.state().users.values()].map(({ email }) => email)
    expect(emails).toEqual(['a.b@example.org', 'ab@example.org', 'a.b+tag@example.org'])
  })

  test('that the signIn callback refuses at the link consumes the link and creates no user', async () => {
    const callbacks = { signIn: ({ email }: { email?: { verificationRequest?: boolean } }) => email !== undefined }
    const setup = setUpEmail({}, { config: { callbacks } })
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    expect(location(await browser.get(url))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    const { tokens, users, sessions } = setup.adapter.state()
    expect([tokens.size, users.size, sessions.size]).toEqual([0, 0, 0])
  })

  test('of a deleted user creates no user if sign-up is closed', async () => {
    const signIn: CallbacksOptions['signIn'] = async ({ user }) =>
      (await setup.adapter.getUserByEmail(user.email ?? '')) !== null
    const setup: EmailSetup = setUpEmail({}, { config: { callbacks: { signIn } } })
    await setup.adapter.createUser({ id: 'u1', email: ANN, emailVerified: new Date(0) })
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    await setup.adapter.deleteUser('u1')
    expect(location(await browser.get(url))).toBe(`${ORIGIN}/auth/error?error=AccessDenied`)
    expect(setup.adapter.state().users.size).toBe(0)
  })
})
