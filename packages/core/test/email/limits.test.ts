import { describe, expect, test } from 'vitest'
import { TooManyRequests } from '../../src/errors.ts'
import { fullLocation, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import {
  ANN,
  requestMail,
  setUpEmail,
  submitCode,
  wrongCodes,
  type EmailSetup,
} from '@authwright/test-kit/email/email-setup'

const BOB = 'bob@example.org'
const QUARTER = 900
const DAY = 86_400

const DEVICE = /remembered-device$/

const request = (browser: TestBrowser, email = ANN): Promise<Response> => browser.post('/auth/signin/email', { email })

const isRefused = (response: Response): boolean => fullLocation(response).includes('error=TooManyRequests')

/** A remembered device: a browser that has signed in by e-mail and signed out again. */
const rememberedDevice = async (setup: EmailSetup, email = ANN, browser = setup.browser()): Promise<TestBrowser> => {
  const { url, code } = await requestMail(setup, browser, email)
  await (code === undefined ? browser.get(url) : submitCode(browser, code))
  expect(await browser.session()).not.toBeNull()
  await browser.post('/auth/signout')
  return browser
}

const askOften = async (setup: EmailSetup, times: number, browser = () => setup.browser()): Promise<number> => {
  const before = setup.mails.length
  for (let i = 0; i < times; i += 1) await request(browser())
  return setup.mails.length - before
}

/** Attackers request the maximum number of e-mails to Ann for one day. */
const exhaustDay = async (setup: EmailSetup): Promise<void> => {
  for (let i = 0; i < 20; i += 1) {
    await askOften(setup, 6)
    setup.clock.forward(QUARTER)
  }
}

describe('requests by attackers for the address of a user', () => {
  test.each(['link', 'code'] as const)('do not lock out a remembered device (%s)', async (mode) => {
    const setup = setUpEmail({ mode })
    const own = await rememberedDevice(setup)
    await askOften(setup, 50)
    expect(isRefused(await request(setup.browser()))).toBe(true)
    const { url, code } = await requestMail(setup, own)
    await (mode === 'code' ? submitCode(own, code) : own.get(url))
    expect(await own.session()).toMatchObject({ user: { email: ANN } })
  })

  test('do not lock it out after a whole day of requests', async () => {
    const setup = setUpEmail({ mode: 'code' })
    const own = await rememberedDevice(setup)
    await exhaustDay(setup)
    expect(isRefused(await request(setup.browser()))).toBe(true)
    const { code } = await requestMail(setup, own)
    await submitCode(own, code)
    expect(await own.session()).not.toBeNull()
  })

  test('are limited to thirty e-mails a day, or the configured number', async () => {
    const setup = setUpEmail()
    await exhaustDay(setup)
    expect(setup.mails).toHaveLength(30)
    setup.clock.forward(DAY)
    expect(await askOften(setup, 1)).toBe(1)
    const few = setUpEmail({ limits: { sends: 1 } })
    await exhaustDay(few)
    expect(few.mails).toHaveLength(6)
  })

  test('are counted for all e-mail providers together', async () => {
    const send = { sendVerificationRequest: () => void sent.push(1), type: 'email', limits: { sends: 1 } } as const
    const sent: number[] = []
    const providers = [
      { ...send, id: 'email', name: 'One' },
      { ...send, id: 'other', name: 'Other' },
    ]
    const setup = setUpEmail({}, { config: { providers } })
    for (let i = 0; i < 4; i += 1) {
      await setup.browser().post('/auth/signin/email', { email: ANN })
      await setup.browser().post('/auth/signin/other', { email: ANN })
      setup.clock.forward(900)
    }
    expect(sent).toHaveLength(6)
  })
})

describe('a device that is remembered for an address', () => {
  test('has a limit of its own', async () => {
    const setup = setUpEmail()
    const own = await rememberedDevice(setup)
    expect(await askOften(setup, 9, () => own)).toBe(5)
    expect(await askOften(setup, 9, () => own.copy())).toBe(0)
    const other = setUpEmail()
    const [laptop, phone] = [await rememberedDevice(other), await rememberedDevice(other)]
    expect(await askOften(other, 9, () => laptop)).toBe(5)
    expect(await askOften(other, 9, () => phone)).toBe(5)
  })

  test('keeps its count after another sign-in', async () => {
    const setup = setUpEmail()
    const own = await rememberedDevice(setup)
    expect(await askOften(setup, 4, () => own)).toBe(4)
    await rememberedDevice(setup, ANN, own)
    expect(await askOften(setup, 4, () => own)).toBe(0)
  })

  test('is not remembered for another address', async () => {
    const setup = setUpEmail()
    const bob = await rememberedDevice(setup, BOB)
    await askOften(setup, 5)
    expect(isRefused(await request(bob))).toBe(true)
  })

  test('is remembered for the last five addresses', async () => {
    const setup = setUpEmail({ limits: { sends: 1 } })
    const browser = setup.browser()
    const addresses = Array.from({ length: 6 }, (_, i) => `p${i}@example.org`)
    for (const email of addresses) {
      await rememberedDevice(setup, email, browser)
      setup.clock.forward(1)
    }
    for (const email of addresses) await request(setup.browser(), email)
    const refused = await Promise.all(addresses.map(async (email) => isRefused(await request(browser.copy(), email))))
    expect(refused).toEqual([true, false, false, false, false, false])
  })

  test('is remembered for half a year after the last sign-in', async () => {
    const setup = setUpEmail()
    const own = await rememberedDevice(setup)
    setup.clock.forward(180 * DAY - QUARTER)
    await askOften(setup, 5)
    expect(isRefused(await request(own))).toBe(false)
    setup.clock.forward(2 * QUARTER)
    await askOften(setup, 5)
    expect(isRefused(await request(own))).toBe(true)
  })

  test('stays remembered after a secret rotation while the former secret is listed', async () => {
    const legacy = 'the former secret of the tests, thirty-two characters'
    const setup = setUpEmail({}, { config: { secret: legacy } })
    const own = await rememberedDevice(setup)
    const next = setUpEmail({}, { config: { secret: ['the next secret of the tests, thirty-two characters', legacy] } })
    await askOften(next, 5)
    expect(isRefused(await request(next.browser(Object.fromEntries(own.cookies))))).toBe(false)
  })

  test('has a short cookie that does not reveal the addresses', async () => {
    const setup = setUpEmail()
    const browser = setup.browser()
    for (let i = 0; i < 6; i += 1) await rememberedDevice(setup, `p${i}@example.org`, browser)
    const [name = '', value = ''] = [...browser.cookies].find(([cookie]) => DEVICE.test(cookie)) ?? []
    expect(name).toBe('__Host-authwright.remembered-device')
    expect(value.length).toBeLessThan(512)
    expect(value).not.toContain('example')
  })

  test.each([
    ['changed', (value: string) => `${value.slice(0, -2)}${value.endsWith('AA') ? 'BB' : 'AA'}`],
    ['made up', () => '{"id":"x","known":{}}'],
    ['empty', () => ''],
  ])('is not recognized if its cookie was %s', async (_how, write) => {
    const setup = setUpEmail()
    const own = await rememberedDevice(setup)
    const name = [...own.cookies.keys()].find((cookie) => DEVICE.test(cookie)) ?? ''
    own.cookies.set(name, write(own.cookies.get(name) ?? ''))
    await askOften(setup, 5)
    expect(isRefused(await request(own))).toBe(true)
  })

  test('is not remembered after a request or a refused sign-in', async () => {
    const refused = { signIn: ({ email }: { email?: unknown }) => email !== undefined }
    const setup = setUpEmail({}, { config: { callbacks: refused } })
    const browser = setup.browser()
    const { url } = await requestMail(setup, browser)
    await browser.get(url)
    expect([...browser.cookies.keys()].filter((name) => DEVICE.test(name))).toEqual([])
  })
})

describe('attempts with codes for one address', () => {
  /** An attacker who requests e-mails to Ann and guesses five times for each. */
  const guess = async (setup: EmailSetup, mails: number): Promise<Response> => {
    let last = new Response()
    for (let i = 0; i < mails; i += 1) {
      const browser = setup.browser()
      const { code } = await requestMail(setup, browser)
      for (const wrong of wrongCodes(code).slice(0, 5)) last = await submitCode(browser.copy(), wrong)
    }
    return last
  }

  test('are limited to a hundred a day over all e-mails', async () => {
    const setup = setUpEmail({ mode: 'code', limits: { sends: 100 } })
    expect(isRefused(await guess(setup, 20))).toBe(false)
    const browser = setup.browser()
    const { code } = await requestMail(setup, browser)
    expect(isRefused(await submitCode(browser, code))).toBe(true)
    expect(await browser.session()).toBeNull()
    setup.clock.forward(DAY)
    const { code: next } = await requestMail(setup, browser)
    await submitCode(browser, next)
    expect(await browser.session()).not.toBeNull()
  })

  test('by attackers do not lock out a remembered device', async () => {
    const setup = setUpEmail({ mode: 'code', limits: { sends: 100, attempts: 5 } })
    const own = await rememberedDevice(setup)
    expect(isRefused(await guess(setup, 2))).toBe(true)
    const { code } = await requestMail(setup, own)
    await submitCode(own, code)
    expect(await own.session()).not.toBeNull()
  })

  test('are counted on a remembered device, too', async () => {
    const setup = setUpEmail({ mode: 'code', limits: { attempts: 5 } })
    const own = await rememberedDevice(setup)
    const { code } = await requestMail(setup, own)
    for (const wrong of wrongCodes(code).slice(0, 4)) await submitCode(own, wrong)
    expect(isRefused(await submitCode(own, wrongCodes(code)[4] ?? ''))).toBe(false)
    const next = await requestMail(setup, own)
    expect(isRefused(await submitCode(own, next.code))).toBe(true)
  })

  test('with short tokens by attackers do not lock out a remembered device', async () => {
    let made = 0
    const generateVerificationToken = () => String((made += 1)).padStart(6, '0')
    const setup = setUpEmail({ generateVerificationToken, limits: { sends: 100 } })
    const own = await rememberedDevice(setup)
    const other = setup.browser()
    for (let i = 0; i < 7; i += 1) await other.post('/auth/callback/email', { token: '999999', email: ANN })
    const { url } = await requestMail(setup, own)
    await own.get(url)
    expect(await own.session()).not.toBeNull()
  })
})

describe('the response to a request over the limit says when to retry', () => {
  const refusedAfter = async (seconds: number, headers: Record<string, string> = {}) => {
    const setup = setUpEmail()
    setup.clock.forward(seconds)
    await askOften(setup, 5)
    const browser = setup.browser()
    return {
      browser,
      response: await browser.post('/auth/signin/email', { email: ANN }, { origin: ORIGIN, ...headers }),
    }
  }

  test('by the page', async () => {
    const { browser, response } = await refusedAfter(180)
    expect(fullLocation(response)).toBe(`${ORIGIN}/auth/signin?error=TooManyRequests&retryAfter=720`)
    const page = await (await browser.get(fullLocation(response))).text()
    expect(page).toContain('You can try again in 12 minutes.')
    const german = await (await browser.get(`${fullLocation(response)}&lang=de`)).text()
    expect(german).toContain('in 12 Minuten')
  })

  test('by status, Retry-After header and JSON for a script', async () => {
    const { response } = await refusedAfter(180, { 'x-auth-return-redirect': '1' })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('720')
    expect(await response.json()).toEqual({
      url: `${ORIGIN}/auth/signin?error=TooManyRequests&retryAfter=720`,
      error: 'TooManyRequests',
      retryAfter: 720,
    })
  })

  test('by the error page, with the header', async () => {
    const { browser } = await refusedAfter(0)
    const response = await browser.get('/auth/error?error=TooManyRequests&retryAfter=5401')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5401'])
    expect(await response.text()).toContain('You can try again in 2 hours.')
  })

  test.each(['0', '-1', '1e3', 'soon', '9999999', ''])('but not by a query parameter of %j', async (value) => {
    const setup = setUpEmail()
    const response = await setup.browser().get(`/auth/error?error=TooManyRequests&retryAfter=${value}`)
    expect(response.headers.has('retry-after')).toBe(false)
    expect(await response.text()).not.toContain('try again in')
  })

  test('by a TooManyRequests error of the application', async () => {
    const authorize = (): never => {
      throw new TooManyRequests('slow down', { retryAfter: 90 })
    }
    const provider = { id: 'credentials', name: 'Password', type: 'credentials' as const, credentials: {}, authorize }
    const setup = setUpEmail({}, { config: { providers: [provider], session: { strategy: 'jwt' } } })
    const response = await setup.browser().post('/auth/callback/credentials', {})
    expect(fullLocation(response)).toBe(`${ORIGIN}/auth/signin?error=TooManyRequests&retryAfter=90`)
  })

  test('and can succeed at that time, not before', async () => {
    const setup = setUpEmail()
    setup.clock.forward(180)
    await askOften(setup, 5)
    setup.clock.forward(719)
    expect(await askOften(setup, 1)).toBe(0)
    setup.clock.forward(1)
    expect(await askOften(setup, 1)).toBe(1)
  })
})

test('an adapter without counters sets no limits, and sign-in works', async () => {
  const setup = setUpEmail({}, { adapter: { incrementCounter: undefined } })
  expect(await askOften(setup, 40)).toBe(40)
  const browser = setup.browser()
  await browser.get((await requestMail(setup, browser)).url)
  expect(await browser.session()).not.toBeNull()
})
