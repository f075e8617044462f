import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fullLocation, location, setUpAuth, ORIGIN, type AuthSetup } from '@authwright/test-kit/auth-setup'
import { sha256Of } from './hash.ts'
import { AuthError } from '../../src/errors/auth-error.ts'
import { customFetch } from '../../src/types/symbols.ts'
import { startOp, type Op, type SigningKey } from './op.ts'
import { finish, makeOAuthSetup, oidc, errorOf, signIn, start, type OAuthSetup } from './oauth-setup.ts'

const DISCOVERY = '/.well-known/openid-configuration'

let op: Op
let setup: OAuthSetup
let one: SigningKey
let two: SigningKey
beforeAll(async () => {
  op = await startOp()
  ;[one, two] = [await op.addKey('ES256'), await op.addKey('ES256')]
})
afterAll(() => op.close())
afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  op.reset()
  op.keys = [one]
  setup = makeOAuthSetup()
  vi.useFakeTimers({ toFake: ['Date'], now: setup.clock.at })
  op.now = () => Math.floor(setup.runtime.now() / 1000)
})

const count = (path: string): number => op.paths().filter((seen) => seen === path).length

/** For each position of a base64url text, the number of texts with each letter there. */
const spread = (texts: readonly string[]): readonly ReadonlyMap<string, number>[] =>
  Array.from({ length: 42 }, (_, place) => {
    const letters = new Map<string, number>()
    for (const text of texts) letters.set(text[place] ?? '', (letters.get(text[place] ?? '') ?? 0) + 1)
    return letters
  })

/** With 63 degrees of freedom a chi-squared statistic is above 140 once in ten million. */
const chiSquared = (letters: ReadonlyMap<string, number>, all: number): number => {
  const expected = all / 64
  return [...letters.values()].reduce(
    (sum, found) => sum + (found - expected) ** 2 / expected,
    (64 - letters.size) * expected,
  )
}

describe('ten thousand authorization requests', () => {
  const COUNT = 10_000

  test('have a unique nonce, verifier and challenge of 256 bits each', { timeout: 60_000 }, async () => {
    const config = oidc(op)
    const seen = { nonce: new Set<string>(), verifier: new Set<string>(), challenge: new Set<string>() }
    for (let i = 0; i < COUNT; i += 1) {
      const { url, checks } = await start(setup, config)
      const { nonce = '', codeVerifier = '' } = checks
      expect(codeVerifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/)
      expect(url.searchParams.get('code_challenge_method')).toBe('S256')
      expect(url.searchParams.get('nonce')).toBe(nonce)
      expect(url.href).not.toContain(codeVerifier)
      seen.nonce.add(nonce)
      seen.verifier.add(codeVerifier)
      seen.challenge.add(url.searchParams.get('code_challenge') ?? '')
    }
    expect([seen.nonce.size, seen.verifier.size, seen.challenge.size]).toEqual([COUNT, COUNT, COUNT])
    expect(new Set([...seen.verifier].slice(0, 100).map(sha256Of))).toEqual(new Set([...seen.challenge].slice(0, 100)))
    for (const texts of [[...seen.nonce], [...seen.verifier]]) {
      expect(new Set(texts.map(({ length }) => length))).toEqual(new Set([43]))
      for (const letters of spread(texts)) expect(chiSquared(letters, COUNT)).toBeLessThan(140)
    }
    expect(op.paths()).toEqual([DISCOVERY])
  })

  test('have a unique state of 256 bits each', { timeout: 60_000 }, async () => {
    const context: AuthSetup = setUpAuth({ providers: [oidc(op)] })
    const states = new Set<string>()
    const visitor = context.browser()
    for (let i = 0; i < COUNT; i += 1) {
      // Every tenth request comes from the same browser in the same second.
      const from = i % 10 === 0 ? visitor : context.browser()
      const url = new URL(fullLocation(await from.post('/auth/signin/op')))
      states.add(url.searchParams.get('state') ?? '')
      expect(url.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/auth/callback/op`)
    }
    expect(states.size).toBe(COUNT)
    expect(new Set([...states].map(({ length }) => length))).toEqual(new Set([43]))
    for (const letters of spread([...states])) expect(chiSquared(letters, COUNT)).toBeLessThan(140)
  })

  test('depend on Runtime.random only', async () => {
    const zeros = makeOAuthSetup({ random: (length) => new Uint8Array(length) })
    const urls = await Promise.all([start(zeros, oidc(op)), start(zeros, oidc(op, { id: 'other' }))])
    zeros.clock.forward(1000)
    urls.push(await start(zeros, oidc(op)))
    expect(new Set(urls.map(({ checks: { nonce, codeVerifier } }) => `${nonce} ${codeVerifier}`)).size).toBe(1)
  })
})

describe('two hundred concurrent first sign-ins', () => {
  const all = () => Array.from({ length: 200 })

  test('share one failing request, and later sign-ins succeed', async () => {
    const config = oidc(op)
    op.tamper.reply = (path) => (path === DISCOVERY ? { status: 503 } : undefined)
    const refused = await Promise.all(all().map(() => errorOf(start(setup, config))))
    expect(new Set(refused.map(({ type }) => type))).toEqual(new Set(['OAuthSignInError']))
    expect(count(DISCOVERY)).toBe(1)
    op.tamper = {}
    const attempts = await Promise.all(all().map(() => start(setup, config)))
    expect(count(DISCOVERY)).toBe(2)
    op.tamper.reply = (path) => (path === '/jwks' ? { status: 503 } : undefined)
    const failed = await Promise.all(
      attempts.map((attempt) => errorOf(finish(setup, attempt, op.consent(attempt.url)))),
    )
    expect(new Set(failed.map(({ type }) => type))).toEqual(new Set(['CallbackRouteError']))
    op.tamper = {}
    const requestsBefore = count('/jwks')
    const identities = await Promise.all(all().map(() => signIn(setup, op, config)))
    expect(identities.every(({ subject }) => subject === 'ann')).toBe(true)
    expect([count(DISCOVERY), count('/jwks') - requestsBefore]).toEqual([2, 1])
  })
})

describe('the JWKS', () => {
  test('is fetched once per cooldown for ten thousand tokens with random key ids', { timeout: 60_000 }, async () => {
    let named = 0
    let flood = false
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forge = (): Response => {
      named += 1
      const token = `${part({ alg: 'ES256', kid: `random-${named}` })}.${part({ sub: 'bob' })}.${'A'.repeat(86)}`
      return Response.json({ access_token: 'a', token_type: 'bearer', id_token: token })
    }
    const config = {
      ...oidc(op),
      [customFetch]: (async (input, init) =>
        flood && input === `${op.issuer}/token` ? forge() : fetch(input, init)) as typeof fetch,
    }
    await signIn(setup, op, config)
    flood = true
    const refused = new Set<string>()
    for (let round = 0; round < 100; round += 1) {
      const batch = Array.from({ length: 100 }, () => signIn(setup, op, config).catch((error: unknown) => error))
      for (const error of await Promise.all(batch)) refused.add(error instanceof AuthError ? error.type : 'signed in')
    }
    expect(named).toBe(10_000)
    expect([...refused]).toEqual(['OAuthCallbackError'])
    expect(count('/jwks')).toBe(2)
    setup.clock.forward(60)
    for (let i = 0; i < 100; i += 1) await errorOf(signIn(setup, op, config))
    expect(count('/jwks')).toBe(3)
    flood = false
    expect((await signIn(setup, op, config)).subject).toBe('ann')
  })

  /** Five hundred sign-ins over more than ten minutes. Returns the indexes of those that failed. */
  const failures = async (
    keysOf: (i: number) => SigningKey,
    signerOf: (i: number) => SigningKey,
  ): Promise<number[]> => {
    const config = oidc(op)
    let requests = 0
    op.tamper.jwks = () => [keysOf((requests += 1)).jwk]
    const failed: number[] = []
    for (let i = 0; i < 500; i += 1) {
      setup.clock.forward(2)
      op.tamper.idToken = (claims) => op.sign(claims, signerOf(i))
      await signIn(setup, op, config).catch(() => failed.push(i))
    }
    return failed
  }
  const alternating = (i: number): SigningKey => (i % 2 === 0 ? one : two)
  const random = (i: number): SigningKey => (sha256Of(`server ${i}`) < 'V' ? one : two)

  test.each([
    ['alternately', alternating],
    ['at random', random],
    ['in blocks of fifty', (i: number) => (i % 100 < 50 ? one : two)],
  ] as const)(
    'may alternate between two sets: five hundred users sign in with tokens signed %s',
    async (_how, signerOf) => {
      expect(await failures(alternating, signerOf)).toEqual([])
    },
  )

  test('may change between two sets at random: at most one sign-in in fifty fails', async () => {
    // A refresh may bring the same set again. Then half of the sign-ins fail until the cooldown of 30 seconds is over.
    const failed = await failures(random, alternating)
    expect(failed.length).toBeLessThanOrEqual(10)
    for (const key of [one, two, one, two]) {
      op.tamper.idToken = (claims) => op.sign(claims, key)
      expect((await signIn(setup, op, oidc(op))).subject).toBe('ann')
    }
  })
})

test('fifty concurrent sign-ins succeed', async () => {
  const context = setUpAuth({ providers: [oidc(op)] })
  op.now = () => Math.floor(context.clock.now() / 1000)
  const visitors = Array.from({ length: 50 }, () => context.browser())
  const ends = await Promise.all(
    visitors.map(async (visitor) => {
      const url = new URL(fullLocation(await visitor.post('/auth/signin/op', { callbackUrl: '/members' })))
      return location(await visitor.get(`/auth/callback/op?${op.consent(url)}`))
    }),
  )
  expect(new Set(ends)).toEqual(new Set([`${ORIGIN}/members`]))
})
