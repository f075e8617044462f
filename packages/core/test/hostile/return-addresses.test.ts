import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { checkRedirect, payloads, type Payload } from '../support/return-addresses.ts'
import { location, setUpAuth, ORIGIN, type AuthSetup, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const links: string[] = []
const config = (signInResult?: string): Partial<AuthConfig> => ({
  adapter: new StoreAdapter(makeStore()),
  session: { strategy: 'jwt' },
  providers: [
    provider.config(),
    { id: 'credentials', name: 'Password', type: 'credentials', credentials: {}, authorize: () => ({ id: 'u1' }) },
    { id: 'email', name: 'E-mail', type: 'email', sendVerificationRequest: ({ url }) => void links.push(url) },
  ],
  ...(signInResult === undefined ? {} : { callbacks: { signIn: () => signInResult } }),
})

/** The `value` of a hidden field, as a browser reads it. */
const hidden = (html: string, name: string): string => {
  const [, value = ''] = new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html) ?? []
  return value.replace(
    /&#x?\w+;|&amp;|&quot;/g,
    (entity) => ({ '&amp;': '&', '&quot;': '"', '&#39;': "'", '&#x27;': "'" })[entity] ?? entity,
  )
}

/** A lone surrogate cannot be percent-encoded. Browsers send the replacement character. */
const wellFormed = (text: string): string => Buffer.from(text).toString()

type Delivery = (browser: TestBrowser, accountRequest: string, context: AuthSetup) => Promise<string>

const query = (accountRequest: string): string => `callbackUrl=${encodeURIComponent(wellFormed(accountRequest))}`

/** Every way to send a callback URL. Each returns the URL of the redirect. */
const deliveries: Readonly<Record<string, Delivery>> = {
  'the form of a password sign-in': async (browser, accountRequest) =>
    location(await browser.post('/auth/callback/credentials', { callbackUrl: accountRequest })),
  'the query of a password sign-in': async (browser, accountRequest) =>
    location(await browser.post(`/auth/callback/credentials?${query(accountRequest)}`)),
  'a JSON body': async (browser, accountRequest) => {
    const request = new Request(`${ORIGIN}/auth/callback/credentials`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ callbackUrl: accountRequest }),
    })
    return location(await browser.auth.handle(request))
  },
  'the cookie that remembers it': async (browser, accountRequest) => {
    browser.cookies.set('__Host-authwright.callback-url', encodeURIComponent(wellFormed(accountRequest)))
    return location(await browser.post('/auth/callback/credentials'))
  },
  'the sign-in page': async (browser, accountRequest) =>
    hidden(await (await browser.get(`/auth/signin?${query(accountRequest)}`)).text(), 'callbackUrl'),
  'the sign-out page': async (browser, accountRequest) => {
    await browser.post('/auth/callback/credentials')
    return hidden(await (await browser.get(`/auth/signout?${query(accountRequest)}`)).text(), 'callbackUrl')
  },
  'signing out': async (browser, accountRequest) =>
    location(await browser.post('/auth/signout', { callbackUrl: accountRequest })),
  'an attempt at a provider': async (browser, accountRequest) => {
    const start = location(await browser.post('/auth/signin/oa', { callbackUrl: accountRequest }))
    return location(await browser.get(callbackUrl(start)))
  },
  'a link in a mail': async (browser, accountRequest) => {
    await browser.post('/auth/signin/email', { email: 'ann@example.org', callbackUrl: accountRequest })
    return location(await browser.get(links.at(-1) ?? ''))
  },
  'a changed link of a mail, opened in another browser': async (browser, accountRequest, context) => {
    await browser.post('/auth/signin/email', { email: 'ann@example.org' })
    const url = new URL(links.at(-1) ?? '')
    url.searchParams.set('callbackUrl', wellFormed(accountRequest))
    return location(await context.browser().post('/auth/callback/email', Object.fromEntries(url.searchParams)))
  },
  'server code': async (browser, accountRequest) => {
    const facts = { url: `${ORIGIN}/`, headers: new Headers(), method: 'GET' }
    return (await browser.auth.signIn(facts, 'credentials', { redirectTo: accountRequest })).redirect ?? ''
  },
  'the result of the signIn callback': async (_browser, accountRequest) => {
    const context = setUpAuth(config(accountRequest))
    return accountRequest === '' ? `${ORIGIN}/` : location(await context.browser().post('/auth/callback/credentials'))
  },
}

const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'encoded twice': (text) => encodeURIComponent(wellFormed(text)),
  'encoded three times': (text) => encodeURIComponent(encodeURIComponent(wellFormed(text))),
}

/** An encoded payload must not lead to another site, and need not be accepted either. */
const weaker = (payload: Payload, text: string): Payload => ({ ...payload, text, expected: 'contain' })

describe.each(Object.entries(deliveries))('a callback URL in %s', (_name, deliver) => {
  test('never leads to another site', async () => {
    const context = setUpAuth(config())
    const faults: string[] = []
    for (const payload of payloads) {
      for (const [encoding, encode] of Object.entries(encodings)) {
        const text = encode(payload.text)
        const went = await deliver(context.browser(), text, context)
        const fault = checkRedirect(encoding === 'as it is' ? payload : weaker(payload, text), went)
        if (fault !== undefined) faults.push(`${JSON.stringify(text)} → ${went}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })
})

test('a callback URL that leads back into the flow ends and changes no session', async () => {
  const browser = setUpAuth(config()).browser()
  await browser.post('/auth/callback/credentials')
  const before = browser.cookies.get('__Host-authwright.session-token')
  for (const { expected: decision, text } of payloads) {
    if (decision !== 'loop') continue
    let next = location(await browser.post('/auth/signin', { callbackUrl: text }))
    let hops = 0
    for (; next !== '' && hops < 10; hops += 1) next = location(await browser.get(next))
    expect(hops).toBeLessThan(10)
  }
  expect(browser.cookies.get('__Host-authwright.session-token')).toBe(before)
})

test.each([2048, 8192, 65_536, 1_000_000])('a callback URL of %i characters is ignored', async (length) => {
  const browser = setUpAuth({ ...config(), maxBodySize: 2 ** 20 }).browser()
  const response = await browser.post('/auth/callback/credentials', { callbackUrl: `/${'a'.repeat(length)}` })
  expect(location(response)).toBe(`${ORIGIN}/`)
  for (const line of response.headers.getSetCookie()) expect(line.length).toBeLessThan(4096)
})

test.each(['https://evil.test/', 'javascript:alert(1)', '//evil.test', undefined, {}, 'https://a:b@other.example/'])(
  'a redirect callback that returns %j redirects to no invalid URL',
  async (response) => {
    const redirect = (() => response) as () => string
    const browser = setUpAuth({ ...config(), callbacks: { redirect } }).browser()
    const went = location(await browser.post('/auth/callback/credentials', { callbackUrl: '/x' }))
    expect(went).toBe(response === 'https://evil.test/' ? 'https://evil.test/' : `${ORIGIN}/`)
  },
)
