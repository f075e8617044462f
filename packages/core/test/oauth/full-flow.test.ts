import type { ServerResponse } from 'node:http'
import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuth, type AuthConfig } from '../../src/index.ts'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import {
  fullLocation,
  location,
  makeClock,
  setUpAuth,
  ORIGIN,
  SECRET,
  TestBrowser,
} from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'
import { startOp, type Op } from './op.ts'
import { oauth, oidc } from './oauth-setup.ts'

// Through the public interface: a browser goes to the provider and returns.
const ops: Op[] = []
let op: Op
let other: Op
const clock = makeClock()

beforeAll(async () => {
  op = await startOp()
  other = await startOp()
  ops.push(op, other)
})
afterAll(() => Promise.all(ops.map((one) => one.close())))
beforeEach(() => {
  for (const one of ops) {
    one.reset()
    one.now = () => Math.floor(clock.now() / 1000)
  }
})

const signIn = async (visitor: TestBrowser, id = 'op', at = op, query = ''): Promise<Response> => {
  const url = new URL(fullLocation(await visitor.post(`/auth/signin/${id}${query}`, { callbackUrl: '/members' })))
  return visitor.get(`/auth/callback/${id}?${at.consent(url)}`)
}

const siteWith = (config: Partial<AuthConfig>) => setUpAuth(config, { now: clock.now })

const documents = (): string[] => op.paths().filter((path) => path !== '/token' && path !== '/me')

describe('a second sign-in', () => {
  test('fetches neither the discovery document nor the JWKS', async () => {
    const { browser } = siteWith({ providers: [oidc(op)] })
    await signIn(browser())
    op.seen.length = 0
    for (let i = 0; i < 5; i += 1) expect(location(await signIn(browser()))).toBe(`${ORIGIN}/members`)
    expect(op.paths()).toEqual(Array.from({ length: 5 }, () => '/token'))
  })

  test('fetches neither if each request creates a new config', async () => {
    const runtime = { ...defaultRuntime, now: clock.now }
    const make = () => createAuth({ providers: [oidc(op)], secret: SECRET, trustHost: true }, runtime)
    const signInAndRead = async () => {
      const visitor = new TestBrowser(make(), clock)
      const url = new URL(fullLocation(await visitor.post('/auth/signin/op')))
      const back = new TestBrowser(make(), clock, Object.fromEntries(visitor.cookies))
      await back.get(`/auth/callback/op?${op.consent(url)}`)
      return back.session()
    }
    for (let i = 0; i < 4; i += 1) expect(await signInAndRead()).toMatchObject({ user: { name: 'Ann' } })
    expect(documents()).toEqual(['/.well-known/openid-configuration', '/jwks'])
  })
})

describe('max_age of a sign-in request', () => {
  const signInWith = async (query: string, age: number) => {
    const context = siteWith({ providers: [oidc(op)] })
    op.tamper.claims = (claims) => ({ ...claims, auth_time: op.now() - age })
    return { site: context, end: location(await signIn(context.browser(), 'op', op, query)) }
  }

  test('is checked against auth_time', async () => {
    expect((await signInWith('?max_age=300', 300)).end).toBe(`${ORIGIN}/members`)
    const { site: context, end } = await signInWith('?max_age=300', 361)
    expect(end).toBe(`${ORIGIN}/auth/signin?error=OAuthCallbackError`)
    expect(context.errors[0]?.cause).toMatchObject({ claim: 'auth_time' })
  })

  test('applies to that attempt only', async () => {
    expect((await signInWith('', 100_000)).end).toBe(`${ORIGIN}/members`)
  })
})

describe('a form_post response', () => {
  const byForm = () =>
    siteWith({ providers: [oidc(op, { authorization: { params: { response_mode: 'form_post' } } })] })

  const begin = async (visitor: TestBrowser) => {
    const url = new URL(fullLocation(await visitor.post('/auth/signin/op', { callbackUrl: '/members' })))
    return Object.fromEntries(op.consent(url))
  }

  test('signs the user in once', async () => {
    const visitor = byForm().browser()
    const response = await begin(visitor)
    expect(location(await visitor.post('/auth/callback/op', response))).toBe(`${ORIGIN}/members`)
    const again = byForm().browser(Object.fromEntries(visitor.cookies))
    expect(location(await again.post('/auth/callback/op', response))).toContain('error=InvalidCheck')
    expect(op.paths().filter((path) => path === '/token')).toHaveLength(1)
  })

  test('needs the cookie of the attempt', async () => {
    const { browser } = byForm()
    const response = await begin(browser())
    expect(location(await browser().post('/auth/callback/op', response))).toContain('error=InvalidCheck')
    expect(op.paths()).not.toContain('/token')
  })

  test('with an error redirects to the sign-in page', async () => {
    const visitor = byForm().browser()
    const { state = '', iss = '' } = await begin(visitor)
    const end = await visitor.post('/auth/callback/op', { state, iss, error: 'access_denied' })
    expect(location(end)).toBe(`${ORIGIN}/auth/signin?error=OAuthCallbackError`)
    expect(await visitor.session()).toBeNull()
  })

  test('of ten megabytes is not read', async () => {
    const visitor = byForm().browser()
    const response = await begin(visitor)
    const end = await visitor.post('/auth/callback/op', { ...response, more: 'x'.repeat(10 * 2 ** 20) })
    expect(end.status).toBe(413)
  })
})

describe('the identity of a user', () => {
  const setup = () => {
    const store = makeStore()
    const providers = [oidc(op), oidc(other, { id: 'other' })]
    return { store, ...siteWith({ adapter: new StoreAdapter(store), providers }) }
  }
  const sendClaims = (one: Op, claims: Record<string, unknown>): void => {
    one.tamper.claims = (all) => ({ ...all, ...claims })
  }

  test('is the subject at one provider; the same subject at another provider is another user', async () => {
    const { store, browser } = setup()
    sendClaims(op, { sub: '7', email: 'ann@example.org' })
    sendClaims(other, { sub: '7', email: 'bob@example.org' })
    await signIn(browser())
    await signIn(browser(), 'other', other)
    expect(store.users.size).toBe(2)
    expect(store.accounts.map(({ provider, providerAccountId }) => [provider, providerAccountId])).toEqual([
      ['op', '7'],
      ['other', '7'],
    ])
  })

  test('does not follow from an e-mail address that now belongs to another user', async () => {
    const { store, browser } = setup()
    sendClaims(op, { sub: 'ann', email: 'desk@example.org' })
    await signIn(browser())
    sendClaims(op, { sub: 'ann', email: 'ann@example.org' })
    expect(location(await signIn(browser()))).toBe(`${ORIGIN}/members`)
    sendClaims(op, { sub: 'bob', email: 'desk@example.org' })
    expect(location(await signIn(browser()))).toContain('error=OAuthAccountNotLinked')
    expect(store.accounts.map(({ providerAccountId }) => providerAccountId)).toEqual(['ann'])
  })

  test('depends on no other member of the profile', async () => {
    const { store, browser } = setup()
    sendClaims(op, {
      id: 'admin',
      role: 'admin',
      isAdmin: true,
      emailVerified: '2020-01-01',
      constructor: 'x',
      ...Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x${i}`, i])),
    })
    await signIn(browser())
    expect([...store.users.values()].map((user) => Object.keys(user).toSorted())).toEqual([
      ['email', 'emailVerified', 'id', 'image', 'name'],
    ])
    expect(store.accounts[0]?.providerAccountId).toBe('ann')
  })

  test('needs no e-mail address: two users without one stay two users', async () => {
    const { store, browser } = setup()
    for (const sub of ['ann', 'bob', 'ann']) {
      sendClaims(op, { sub, email: undefined, email_verified: undefined })
      expect(location(await signIn(browser()))).toBe(`${ORIGIN}/members`)
    }
    expect(store.users.size).toBe(2)
  })
})

describe('one authorization response', () => {
  const setup = () => {
    const store = makeStore()
    return { store, ...siteWith({ adapter: new StoreAdapter(store), providers: [oidc(op)] }) }
  }
  const begin = async (visitor: TestBrowser) => {
    const url = new URL(fullLocation(await visitor.post('/auth/signin/op', { callbackUrl: '/members' })))
    return `${ORIGIN}/auth/callback/op?${op.consent(url)}`
  }

  test('sent twenty times at once signs in once', async () => {
    const { store, browser } = setup()
    const visitor = browser()
    const back = await begin(visitor)
    const ends = await Promise.all(Array.from({ length: 20 }, () => visitor.copy().get(back)))
    expect(ends.filter((end) => location(end) === `${ORIGIN}/members`)).toHaveLength(1)
    expect([store.users.size, store.accounts.length, store.sessions.size]).toEqual([1, 1, 1])
  })

  test('sent twenty times at once causes one token request if the adapter counts', async () => {
    const { browser, refusals } = siteWith({ adapter: memoryAdapter(), providers: [oidc(op)] })
    const visitor = browser()
    const back = await begin(visitor)
    op.seen.length = 0
    const ends = await Promise.all(Array.from({ length: 20 }, () => visitor.copy().get(back)))
    expect(ends.filter((end) => location(end) === `${ORIGIN}/members`)).toHaveLength(1)
    expect(op.paths().filter((path) => path === '/token')).toHaveLength(1)
    const used = { message: 'InvalidCheck: The response was used before', details: { provider: 'op', reason: 'used' } }
    expect(refusals).toEqual(Array.from({ length: 19 }, () => used))
  })

  // The last second at which a response is accepted. The clock of the database may differ.
  test.each([0, 30_000])('is consumed in its last second with a database clock %i ms ahead', async (ahead) => {
    const adapter = memoryAdapter({ now: () => clock.now() + ahead })
    const { browser } = siteWith({ adapter, providers: [oidc(op)] })
    const visitor = browser()
    const back = await begin(visitor)
    op.seen.length = 0
    clock.forward(900.999 - (clock.now() % 1000) / 1000)
    const ends = await Promise.all(Array.from({ length: 5 }, () => visitor.copy().get(back)))
    expect(ends.filter((end) => location(end) === `${ORIGIN}/members`)).toHaveLength(1)
    expect(op.paths().filter((path) => path === '/token')).toHaveLength(1)
    expect(location(await visitor.get(back))).toContain('error=InvalidCheck')
  })

  test('is processed to the end if the browser disconnects', async () => {
    const { store, browser, auth } = setup()
    const visitor = browser()
    const back = await begin(visitor)
    let keepReply: (send: () => void) => void = () => undefined
    const reply = new Promise<() => void>((resolve) => (keepReply = resolve))
    op.tamper.reply = (path, seen) => {
      if (path !== '/token') return undefined
      op.tamper = {}
      const sendTo = (response: ServerResponse) => () =>
        void op.token(seen).then(({ status = 200, headers = {}, body = '' }) => {
          response.writeHead(status, headers)
          response.end(body)
        })
      return { body: (response) => keepReply(sendTo(response)) }
    }
    const disconnect = new AbortController()
    const request = new Request(back, { headers: { cookie: visitor.header }, signal: disconnect.signal })
    const end = auth.handle(request)
    const sendReply = await reply
    disconnect.abort()
    sendReply()
    expect(location(await end)).toBe(`${ORIGIN}/members`)
    expect([store.users.size, store.accounts.length, store.sessions.size]).toEqual([1, 1, 1])
  })
})

describe('one failing provider', () => {
  test('does not affect other providers', async () => {
    const { browser, errors } = siteWith({ providers: [oidc(op), oidc(other, { id: 'other' })] })
    const responses: ServerResponse[] = []
    other.tamper.reply = () => ({ body: (response) => void responses.push(response) })
    const signedIn = browser()
    await signIn(signedIn)
    const hanging = browser().post('/auth/signin/other')
    expect(location(await signIn(browser()))).toBe(`${ORIGIN}/members`)
    expect((await browser().get('/auth/signin')).status).toBe(200)
    expect(await signedIn.session()).toMatchObject({ user: { name: 'Ann' } })
    expect(errors).toEqual([])
    await expect.poll(() => responses.length).toBe(1)
    responses[0]?.destroy()
    expect(location(await hanging)).toBe(`${ORIGIN}/auth/signin?error=OAuthSignInError`)
  })
})

describe('a provider that never responds', () => {
  test.each(['/token', '/jwks', '/me'])(
    'at %s ends the attempt at the deadline and closes the connection',
    async (path) => {
      const { browser, errors } = siteWith({ providers: [oidc(op, { timeout: 1000, idToken: false })] })
      let requests = 0
      let closed = 0
      op.tamper.reply = (seen) => {
        if (seen !== path) return undefined
        requests += 1
        return { body: (response) => void response.on('close', () => (closed += 1)) }
      }
      const visitor = browser()
      expect(location(await signIn(visitor))).toBe(`${ORIGIN}/auth/error?error=Configuration`)
      expect(errors).toMatchObject([{ type: 'CallbackRouteError', cause: { provider: 'op', reason: 'time-out' } }])
      expect([...visitor.cookies.keys()].filter((name) => name.includes('.state.'))).toEqual([])
      expect(await visitor.session()).toBeNull()
      await expect.poll(() => closed).toBe(1)
      expect(requests).toBe(1)
      op.tamper = {}
      expect(location(await signIn(visitor))).toBe(`${ORIGIN}/members`)
    },
  )
})

test('customFetch gets every request, so it can refuse addresses', async () => {
  op.offersPush = true
  const allowed = new Set<string>()
  const paths: string[] = []
  const guarded: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    paths.push(url.pathname)
    return allowed.has(url.pathname) ? fetch(url, init) : Promise.reject(new Error('not allowed'))
  }
  const calls = ['/.well-known/openid-configuration', '/par', '/token', '/jwks', '/me']
  for (const path of calls) {
    const { browser } = setUpAuth({ providers: [oidc(op, { idToken: false })] }, { now: clock.now, fetch: guarded })
    const visitor = browser()
    const begun = fullLocation(await visitor.post('/auth/signin/op'))
    if (begun.startsWith(op.issuer)) await visitor.get(`/auth/callback/op?${op.consent(new URL(begun))}`)
    expect(await visitor.session()).toBeNull()
    expect(paths.at(-1)).toBe(path)
    allowed.add(path)
  }
  const { browser } = setUpAuth({ providers: [oidc(op, { idToken: false })] }, { now: clock.now, fetch: guarded })
  expect(location(await signIn(browser()))).toBe(`${ORIGIN}/members`)
})

test('a provider that sends iss without a configured issuer signs users in', async () => {
  const { issuer: _unknown, ...config } = oauth(op)
  const { browser, log } = siteWith({ providers: [config] })
  expect(location(await signIn(browser()))).toBe(`${ORIGIN}/members`)
  expect(log).toContain('issuer-unknown')
})
