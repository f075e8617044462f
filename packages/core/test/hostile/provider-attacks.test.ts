import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuth, defaultRuntime } from '../../src/index.ts'
import { startOp, type Op } from '../oauth/op.ts'
import { oidc } from '../oauth/oauth-setup.ts'
import {
  fullLocation,
  location,
  setUpAuth,
  ORIGIN,
  SECRET,
  TestBrowser,
  type AuthSetup,
} from '@authwright/test-kit/auth-setup'

// Attacks on the messages between a browser, this library and its providers, through the public interface.
let honest: Op
let evil: Op
let site: AuthSetup
beforeAll(async () => void ([honest, evil] = await Promise.all([startOp(), startOp()])))
afterAll(() => Promise.all([honest.close(), evil.close()]))
beforeEach(() => {
  site = setUpAuth({ providers: [oidc(honest, { id: 'honest' }), oidc(evil, { id: 'evil' })] })
  for (const op of [honest, evil]) {
    op.reset()
    op.now = () => Math.floor(site.clock.now() / 1000)
  }
})

const begin = async (visitor: TestBrowser, id: string): Promise<URL> =>
  new URL(fullLocation(await visitor.post(`/auth/signin/${id}`, { callbackUrl: '/members' })))
const asksForTokens = (op: Op): boolean => op.paths().includes('/token')

describe('a provider that redirects its users to another provider', () => {
  // Mix-up (RFC 9700 §4.4): another provider responds than the one that got the request and would get the code.
  const relay = (sendsIssuer: boolean): void => {
    evil.tamper.discovery = (document) => ({
      ...document,
      authorization_endpoint: `${honest.issuer}/authorize`,
      authorization_response_iss_parameter_supported: sendsIssuer,
    })
  }

  test.each([true, false])('gets no code of the other provider (sends iss: %s)', async (sends) => {
    relay(sends)
    const visitor = site.browser()
    const url = await begin(visitor, 'evil')
    expect(url.origin).toBe(honest.issuer)
    const response = honest.consent(url)
    expect(response.get('iss')).toBe(honest.issuer)
    expect(location(await visitor.get(`/auth/callback/evil?${response}`))).toContain('error=InvalidCheck')
    expect([asksForTokens(evil), asksForTokens(honest)]).toEqual([false, false])
  })

  test('gets no code by a response without iss', async () => {
    relay(true)
    const visitor = site.browser()
    const response = honest.consent(await begin(visitor, 'evil'))
    response.delete('iss')
    expect(location(await visitor.get(`/auth/callback/evil?${response}`))).toContain('error=InvalidCheck')
    expect(asksForTokens(evil)).toBe(false)
  })

  test('gets no code by the callback URL of the other provider', async () => {
    relay(false)
    const visitor = site.browser()
    const response = honest.consent(await begin(visitor, 'evil'))
    expect(location(await visitor.get(`/auth/callback/honest?${response}`))).toContain('error=InvalidCheck')
    expect([asksForTokens(evil), asksForTokens(honest)]).toEqual([false, false])
  })
})

describe('an authorization request that was changed in transit', () => {
  test.each([['state'], ['nonce'], ['state', 'nonce', 'code_challenge', 'code_challenge_method']])(
    'without %s does not sign in',
    async (...names) => {
      const visitor = site.browser()
      const url = await begin(visitor, 'honest')
      for (const name of names) url.searchParams.delete(name)
      const response = honest.consent(url)
      for (const state of [response.get('state'), undefined]) {
        if (state === undefined) response.delete('state')
        expect(location(await visitor.get(`/auth/callback/honest?${response}`))).toContain('error=InvalidCheck')
      }
      expect(await visitor.session()).toBeNull()
    },
  )

  test('with the nonce of another tab does not sign in', async () => {
    const visitor = site.browser()
    const first = await begin(visitor, 'honest')
    const second = await begin(visitor, 'honest')
    // The nonce of the other tab with the state of this tab.
    second.searchParams.set('nonce', first.searchParams.get('nonce') ?? '')
    const response = honest.consent(second)
    expect(location(await visitor.get(`/auth/callback/honest?${response}`))).toContain('error=InvalidCheck')
    expect(await visitor.session()).toBeNull()
  })
})

test('the ID token of an earlier sign-in is refused in a later one', async () => {
  const visitor = site.browser()
  let earlier = ''
  honest.tamper.idToken = async (claims) => (earlier = await honest.sign(claims))
  const first = honest.consent(await begin(visitor, 'honest'))
  expect(location(await visitor.get(`/auth/callback/honest?${first}`))).toBe(`${ORIGIN}/members`)
  honest.tamper.idToken = () => earlier
  const thief = site.browser()
  const second = honest.consent(await begin(thief, 'honest'))
  expect(location(await thief.get(`/auth/callback/honest?${second}`))).toContain('error=InvalidCheck')
  expect(await thief.session()).toBeNull()
})

test('an attacker’s code with the user’s own state does not sign in', async () => {
  const [victim, stranger] = [site.browser(), site.browser()]
  const own = honest.consent(await begin(victim, 'honest'))
  const theirs = honest.consent(await begin(stranger, 'honest'))
  own.set('code', theirs.get('code') ?? '')
  expect(location(await victim.get(`/auth/callback/honest?${own}`))).toBe(
    `${ORIGIN}/auth/signin?error=OAuthCallbackError`,
  )
  expect(await victim.session()).toBeNull()
})

test.each([
  ['of one byte', 'c', true],
  ['that has to be encoded', 'a b&c=d+e%20', true],
  ['of nothing', '', false],
  ['of 64 kB', 'x'.repeat(65_536), false],
  ['with a line break', 'a\r\nb', false],
])('an invented code %s is sent to the provider unchanged, once or not at all', async (_what, code, isPassed) => {
  const visitor = site.browser()
  const response = honest.consent(await begin(visitor, 'honest'))
  response.set('code', code)
  expect(location(await visitor.get(`/auth/callback/honest?${response}`))).toBe(
    `${ORIGIN}/auth/signin?error=OAuthCallbackError`,
  )
  const asked = honest.seen.filter(({ path }) => path === '/token').map(({ body }) => body.getAll('code'))
  expect(asked).toEqual(isPassed ? [[code]] : [])
  expect([await visitor.session(), [...visitor.cookies.keys()].filter((name) => name.includes('.state.'))]).toEqual([
    null,
    [],
  ])
})

test('two attempts in two tabs have their own verifier and nonce, whichever ends first', async () => {
  for (const turn of [0, 1]) {
    const visitor = site.browser()
    const urls = await Promise.all([begin(visitor, 'honest'), begin(visitor, 'honest')])
    for (const url of turn === 0 ? urls : urls.toReversed()) {
      // The provider binds a code to the challenge and the nonce of its request.
      const end = await visitor.get(`/auth/callback/honest?${honest.consent(url)}`)
      expect(location(end)).toBe(`${ORIGIN}/members`)
    }
  }
  expect(site.errors).toEqual([])
})

test('a failed attempt is over: its response does not work again', async () => {
  const visitor = site.browser()
  const response = honest.consent(await begin(visitor, 'honest'))
  honest.tamper.reply = (path) => (path === '/token' ? { status: 503 } : undefined)
  await visitor.get(`/auth/callback/honest?${response}`)
  honest.tamper = {}
  expect(location(await visitor.get(`/auth/callback/honest?${response}`))).toContain('error=InvalidCheck')
  expect(honest.paths().filter((path) => path === '/token')).toHaveLength(1)
})

test('the error description of a provider is in one log entry, in its order, and on no page', async () => {
  const lines: string[] = []
  const write = (...parts: unknown[]): void => void lines.push(parts.map(String).join(' '))
  const console = { error: write, warn: write, debug: write }
  const providers = [oidc(honest, { id: 'honest' })]
  const auth = createAuth({ providers, secret: SECRET, trustHost: true }, { ...defaultRuntime, console })
  const visitor = new TestBrowser(auth, site.clock)
  const response = honest.consent(await begin(visitor, 'honest'))
  response.set('error', 'access_denied\r\n[auth][error] Forged\u001b[2J')
  response.set('error_description', 'a\u0000b\u202egnihton\u2066\u2028[auth][error] Forged')
  const end = await visitor.get(`/auth/callback/honest?${response}`)
  expect(location(end)).toBe(`${ORIGIN}/auth/signin?error=OAuthCallbackError`)
  expect(await (await visitor.get(location(end))).text()).not.toMatch(/Forged|gnihton/)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('gnihton')
  const record = lines[0]?.split('\n') ?? []
  expect(record.slice(1)).toEqual([expect.stringMatching(/^\[fix\] /), expect.stringMatching(/^\[docs\] /)])
  for (const line of record) expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u)
  expect(asksForTokens(honest)).toBe(false)
})

test('an error response without an attempt ends no attempt and sends no request', async () => {
  const visitor = site.browser()
  const response = honest.consent(await begin(visitor, 'honest'))
  const { code = '' } = Object.fromEntries(response)
  const stray = new URLSearchParams({ error: 'access_denied', code, iss: honest.issuer })
  expect(location(await visitor.get(`/auth/callback/honest?${stray}`))).toContain('error=OAuthCallbackError')
  expect(asksForTokens(honest)).toBe(false)
  expect(location(await visitor.get(`/auth/callback/honest?${response}`))).toBe(`${ORIGIN}/members`)
})

test('the sealed attempt of another browser does not work in this browser', async () => {
  const [one, two] = [site.browser(), site.browser()]
  const response = honest.consent(await begin(one, 'honest'))
  await begin(two, 'honest')
  // The value of one cookie under the name of the other.
  const [name = ''] = [...two.cookies.keys()].filter((cookie) => cookie.includes('.state.'))
  const [value = ''] = [...one.cookies].filter(([cookie]) => cookie.includes('.state.')).map(([, sealed]) => sealed)
  two.cookies.set(name, value)
  expect(location(await two.get(`/auth/callback/honest?${response}`))).toContain('error=InvalidCheck')
  expect(asksForTokens(honest)).toBe(false)
})

test('the token request repeats the redirect URI of the start, although the response arrives at another host', async () => {
  const visitor = site.browser()
  const response = honest.consent(await begin(visitor, 'honest'))
  const elsewhere = new Request(`https://other.example.com/auth/callback/honest?${response}`, {
    headers: { cookie: visitor.header },
  })
  await visitor.auth.handle(elsewhere)
  const asked = honest.seen.find(({ path }) => path === '/token')
  expect(asked?.body.get('redirect_uri')).toBe(`${ORIGIN}/auth/callback/honest`)
})

test('a token or profile from the browser does not sign in', async () => {
  const visitor = site.browser()
  for (const field of ['access_token', 'id_token', 'profile', 'userinfo']) {
    await visitor.post('/auth/callback/honest', { [field]: 'x' })
    await visitor.get(`/auth/callback/honest?${field}=x`)
    await visitor.post('/auth/signin/honest', { [field]: 'x' })
  }
  expect(await visitor.session()).toBeNull()
  expect(honest.paths()).toEqual(['/.well-known/openid-configuration'])
})
