import { memoryAdapter } from '@authwright/testing'
import { Passkey } from '@authwright/core/providers/passkey'
import { ORIGIN, setUpAuth, location, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { ANN, setUpEmail, type EmailSetup } from '@authwright/test-kit/email/email-setup'
import { choose, CHOOSE } from '@authwright/test-kit/linking/account-question'
import {
  finishSignIn,
  newProviderUser,
  setUpLinking,
  signInAt,
  signUp,
  startSignIn,
  userIdOf,
} from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { oidc } from '../oauth/oauth-setup.ts'
import { startOp, type Op } from '../oauth/op.ts'

// A server that accepts 8 KiB of cookies responds with 431 to more, also to a request that would delete them.
const LIMIT = 8192
const CROSS_SITE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }

let op: Op
let provider: TestProvider
beforeAll(async () => void ([op, provider] = await Promise.all([startOp(), startProvider()])))
afterAll(() => Promise.all([op.close(), provider.close()]))
beforeEach(() => op.reset())

const routes = [
  'account',
  'callback/email',
  'callback/op',
  'callback/passkey',
  'change-email',
  'csrf',
  'error',
  'initiate-login/op',
  'passkey',
  'providers',
  'session',
  'signin',
  'signin/op',
  'signout',
  'undo-email',
  'verify-request',
  'webauthn-options/passkey',
]

/** A session token of this many characters, roughly. */
const paddedBy = (length: number): Partial<AuthConfig> => ({
  session: { strategy: 'jwt' },
  callbacks: { jwt: ({ token }) => ({ ...token, pad: 'x'.repeat(Math.floor((length * 3) / 4)) }) },
})

const setUp = (config: Partial<AuthConfig>): EmailSetup => {
  const setup = setUpEmail(
    {},
    {
      otherProviders: [oidc(op, { thirdPartyLogin: 'immediate' }), Passkey()],
      config: { experimental: { enableWebAuthn: true }, ...config },
    },
  )
  op.now = () => Math.floor(setup.clock.now() / 1000)
  return setup
}

const signIn = async (setup: EmailSetup, browser: TestBrowser): Promise<void> => {
  await browser.post('/auth/signin/email', { email: ANN, callbackUrl: '/members' })
  // Without the attempt of this browser, the link would only lead to a page that asks.
  expect(location(await browser.get(setup.mails.at(-1)?.url ?? ''))).toBe(`${ORIGIN}/members`)
}

/** The most characters of cookies that a thousand links of another site bring a browser to. */
const attack = async (browser: TestBrowser): Promise<number> => {
  let most = 0
  for (let i = 0; i < 1000; i += 1) {
    const callbackUrl = `/${i}?${'q'.repeat((i * 37) % 1900)}`
    const query = new URLSearchParams({
      callbackUrl,
      target_link_uri: ORIGIN + callbackUrl,
      iss: op.issuer,
      lang: 'fr',
    })
    await browser.get(`/auth/${routes[i % routes.length]}?${query}`, CROSS_SITE)
    most = Math.max(most, browser.header.length)
    browser.clock.forward(0.1)
  }
  return most
}

describe.each([
  ['in a database', { session: { strategy: 'database' } } satisfies Partial<AuthConfig>],
  ['in a short cookie', paddedBy(100)],
  ['in a long cookie', paddedBy(3000)],
])('a user with a session %s', (_where, config) => {
  test('gets less than 8 KiB of cookies by any links of another site, stays signed in and can sign in again', async () => {
    const setup = setUp(config)
    const browser = setup.browser()
    expect(await attack(browser)).toBeLessThan(LIMIT)
    await signIn(setup, browser)
    expect(browser.header.length).toBeLessThan(LIMIT)
    expect(await attack(browser)).toBeLessThan(LIMIT)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
    await browser.post('/auth/signout')
    expect(await browser.session()).toBeNull()
    await signIn(setup, browser)
    expect(await browser.session()).toMatchObject({ user: { email: ANN } })
  })
})

test('a session that alone is longer than 8 KiB leaves room for one attempt, and the sign-in succeeds', async () => {
  const setup = setUp(paddedBy(9000))
  const browser = setup.browser()
  await signIn(setup, browser)
  await attack(browser)
  await signIn(setup, browser)
  const attempts = [...browser.cookies.keys()].filter((name) => /\.(?:state|challenge)\./.test(name))
  expect(attempts.length).toBeLessThanOrEqual(1)
  expect(await browser.session()).toMatchObject({ user: { email: ANN } })
})

test('an attempt takes the place of older ones and of the callback URL, and the newest one succeeds', async () => {
  const setup = setUp({})
  const browser = setup.browser()
  const links: string[] = []
  for (let i = 0; i < 5; i += 1) {
    await browser.post('/auth/signin/email', { email: `${i}@example.org`, callbackUrl: `/${i}?${'q'.repeat(1900)}` })
    links.push(setup.mails.at(-1)?.url ?? '')
    browser.clock.forward(1)
  }
  expect(browser.header.length).toBeLessThan(LIMIT)
  await browser.get(links.at(-1) ?? '')
  expect(await browser.session()).toMatchObject({ user: { email: '4@example.org' } })
})

describe('a sign-in that waits for a step, with a large profile', () => {
  const large = () => newProviderUser({ bio: 'x'.repeat(7000) })

  /** The most characters of cookies that the browser has in these steps. */
  const follow = async (browser: TestBrowser, steps: readonly (() => Promise<unknown>)[]): Promise<number> => {
    let most = 0
    for (const step of steps) {
      await step()
      most = Math.max(most, browser.header.length)
    }
    return most
  }

  test.each(['sign-in', 'connect'] as const)('fits beside a session that fills a cookie (%s)', async (choice) => {
    const config = paddedBy(3600)
    const setup = setUpLinking({ adapter: memoryAdapter(), provider, config })
    const [{ browser, user: ann }, other] = [await signUp(setup), large()]
    const most = await follow(browser, [
      async () => expect(await signInAt(setup, browser, 'ob', other)).toBe(CHOOSE),
      async () => expect(await choose(browser, choice)).toBe(`${ORIGIN}/settings`),
    ])
    expect(most).toBeLessThan(LIMIT)
    const email = choice === 'connect' ? ann.email : other.email
    expect(await browser.session()).toMatchObject({ user: { email } })
    expect(await userIdOf(setup, 'ob', other)).toBeDefined()
  })

  test('fits when the user must sign in again before connecting', async () => {
    const setup = setUpLinking({ adapter: memoryAdapter(), provider, config: paddedBy(3600) })
    const [{ browser, user: ann }, other] = [await signUp(setup), large()]
    setup.clock.forward(1000)
    const most = await follow(browser, [
      async () => expect(await signInAt(setup, browser, 'ob', other)).toBe(CHOOSE),
      async () => expect(await choose(browser, 'connect')).toContain('error=ReauthenticationRequired'),
      async () => {
        const url = await startSignIn(browser, 'oa', { callbackUrl: '/auth/choose-account' })
        expect(await finishSignIn(setup, browser, url, ann)).toBe(CHOOSE)
      },
      async () => choose(browser, 'connect'),
    ])
    expect(most).toBeLessThan(LIMIT)
    expect(await userIdOf(setup, 'ob', other)).toBe(await userIdOf(setup, 'oa', ann))
  })

  test('fits beside five attempts, which make room, and is whole where there is room', async () => {
    const profiles: unknown[] = []
    const config: Partial<AuthConfig> = {
      requireVerifiedEmail: true,
      session: { strategy: 'jwt' },
      callbacks: {
        jwt: ({ token, profile }) => {
          if (profile !== undefined) profiles.push(profile['bio'])
          return token
        },
      },
    }
    const setup = setUpLinking({ adapter: memoryAdapter(), provider, config })
    for (const length of [3000, 7000]) {
      const browser = setup.browser()
      for (let i = 0; i < 5; i += 1) {
        await startSignIn(browser, 'oa', { callbackUrl: `/${i}?${'q'.repeat(800)}` })
        browser.clock.forward(1)
      }
      const person = newProviderUser({ bio: 'x'.repeat(length) })
      const most = await follow(browser, [
        async () => expect(await signInAt(setup, browser, 'ob', person)).toContain('/auth/verify-request'),
        async () => browser.get(setup.mails.at(-1)?.url ?? ''),
      ])
      expect(most).toBeLessThan(LIMIT)
      expect(await browser.session()).toMatchObject({ user: { email: person.email } })
    }
    expect(profiles).toEqual(['x'.repeat(3000)])
  })
})

describe('the callback URL', () => {
  const isRemembered = (browser: TestBrowser): boolean =>
    [...browser.cookies.keys()].some((name) => name.endsWith('callback-url'))

  test('of a link of another site is used for the page and not remembered', async () => {
    const browser = setUp({}).browser()
    const response = await browser.get('/auth/signin?callbackUrl=/members', CROSS_SITE)
    expect(await response.text()).toContain('value="https://app.example.com/members"')
    expect(isRemembered(browser)).toBe(false)
  })

  test('of a link of another site reaches the page of the application in its URL alone', async () => {
    const browser = setUpAuth({ adapter: memoryAdapter(), pages: { signIn: '/login' } }).browser()
    const response = await browser.get('/auth/signin?callbackUrl=/members', CROSS_SITE)
    expect(location(response)).toBe(`${ORIGIN}/login?callbackUrl=${encodeURIComponent(`${ORIGIN}/members`)}`)
    expect(isRemembered(browser)).toBe(false)
  })

  test.each(['same-origin', 'same-site', 'none'])('of a link from %s is remembered', async (site) => {
    const browser = setUp({}).browser()
    await browser.get('/auth/signin?callbackUrl=/members', { 'sec-fetch-site': site })
    expect(isRemembered(browser)).toBe(true)
  })
})
