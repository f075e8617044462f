import { exportJWK, type JWK } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { customFetch } from '../../src/types/symbols.ts'
import { startOp, type Op, type Reply, type SigningKey } from './op.ts'
import { finish, makeOAuthSetup, oauth, oidc, errorOf, signIn, start, STATE, type OAuthSetup } from './oauth-setup.ts'

const DISCOVERY = '/.well-known/openid-configuration'

let op: Op
let setup: OAuthSetup
let one: SigningKey
let two: SigningKey
beforeAll(async () => {
  op = await startOp()
  one = await op.addKey()
  two = await op.addKey()
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
const reply = (path: string, response: Reply): void => {
  op.tamper.reply = (requestPath) => (requestPath === path ? response : undefined)
}
const json = (body: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Responses that cannot be used. */
const outOfOrder: [string, Reply][] = [
  ['404', { status: 404 }],
  ['500', { status: 500 }],
  ['a redirect', { status: 302, headers: { location: 'https://evil.example' } }],
  ['HTML', { headers: { 'content-type': 'text/html' }, body: '<p>' }],
  ['a list', json([])],
  ['null', json(null)],
  ['half a document', { headers: { 'content-type': 'application/json' }, body: '{"issuer":' }],
  ['two megabytes', { headers: { 'content-type': 'application/json' }, body: `{"x":"${'x'.repeat(2 ** 21)}"}` }],
  ['nothing', { status: 204 }],
]

describe('discovery document and JWKS', () => {
  test('are fetched once', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    expect(op.paths()).toEqual([DISCOVERY, '/token', '/jwks'])
    op.seen.length = 0
    await signIn(setup, op, config)
    expect(op.paths()).toEqual(['/token'])
  })

  test('are not fetched if the config has all endpoints and keys', async () => {
    await signIn(setup, op, oauth(op))
    expect(op.paths()).toEqual(['/token', '/me'])
    op.seen.length = 0
    const config = oidc(op, {
      authorization: `${op.issuer}/authorize`,
      token: `${op.issuer}/token`,
      jwks_endpoint: `${op.issuer}/jwks`,
    })
    await signIn(setup, op, config)
    expect(op.paths()).toEqual(['/token', '/jwks'])
  })

  test('are fetched once for two hundred concurrent sign-ins', { timeout: 60_000 }, async () => {
    const config = oidc(op)
    const attempts = await Promise.all(Array.from({ length: 200 }, () => start(setup, config)))
    expect(op.paths()).toEqual([DISCOVERY])
    const identities = await Promise.all(attempts.map((attempt) => finish(setup, attempt, op.consent(attempt.url))))
    expect(new Set(identities.map(({ subject }) => subject))).toEqual(new Set(['ann']))
    expect([count(DISCOVERY), count('/jwks'), count('/token')]).toEqual([1, 1, 200])
  })

  test('are fetched again after an hour and ten minutes', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    setup.clock.forward(599)
    await signIn(setup, op, config)
    expect([count(DISCOVERY), count('/jwks')]).toEqual([1, 1])
    setup.clock.forward(1)
    await signIn(setup, op, config)
    expect([count(DISCOVERY), count('/jwks')]).toEqual([1, 2])
    setup.clock.forward(3000)
    await signIn(setup, op, config)
    expect([count(DISCOVERY), count('/jwks')]).toEqual([2, 3])
  })

  test('do not live longer if the clock is set back', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    setup.clock.forward(-86_400)
    await signIn(setup, op, config)
    expect(count(DISCOVERY)).toBe(2)
  })

  test('are fetched once if each request creates a new config', async () => {
    for (let i = 0; i < 3; i += 1) await signIn(setup, op, oidc(op))
    expect(op.paths()).toEqual(['/.well-known/openid-configuration', '/token', '/jwks', '/token', '/token'])
  })

  test('are shared by two clients of one server, and validated for each', async () => {
    await signIn(setup, op, oidc(op))
    const strict = oidc(op, {
      id: 'strict',
      wellKnown: `${op.issuer}/.well-known/openid-configuration`,
      issuer: 'https://another.example',
    })
    expect((await errorOf(start(setup, strict))).cause).toMatchObject({ reason: 'another issuer' })
    await signIn(setup, op, oidc(op, { id: 'second' }))
    expect(op.paths().filter((path) => path !== '/token')).toEqual(['/.well-known/openid-configuration', '/jwks'])
  })

  test('are not shared with a provider that has another customFetch', async () => {
    await signIn(setup, op, oidc(op))
    const [own, other] = [1, 2].map(
      () =>
        (...args: Parameters<typeof fetch>) =>
          fetch(...args),
    )
    for (const way of [own, other, own]) await signIn(setup, op, { ...oidc(op), [customFetch]: way ?? fetch })
    expect(op.paths().filter((path) => path === '/jwks')).toHaveLength(3)
  })

  test('are not shared between servers', async () => {
    const other = await startOp()
    try {
      other.now = op.now
      // Both servers use the same key id for different keys.
      other.keys = [{ ...two, kid: one.kid, jwk: { ...two.jwk, kid: one.kid } }]
      const [here, there] = [oidc(op), oidc(other, { id: 'other' })]
      await signIn(setup, op, here)
      await signIn(setup, other, there)
      op.tamper.idToken = (claims) => other.sign(claims)
      expect((await errorOf(signIn(setup, op, here))).cause).toMatchObject({ endpoint: 'id token' })
    } finally {
      await other.close()
    }
  })
})

describe('a discovery document', () => {
  test.each(outOfOrder)('with %s fails the sign-in and is not cached', async (_name, response) => {
    const config = oidc(op)
    reply(DISCOVERY, response)
    const refused = await Promise.all(Array.from({ length: 3 }, () => errorOf(start(setup, config))))
    for (const error of refused)
      expect(error).toMatchObject({ type: 'OAuthSignInError', cause: { endpoint: 'discovery' } })
    expect(count(DISCOVERY)).toBe(1)
    op.tamper = {}
    expect((await signIn(setup, op, config)).subject).toBe('ann')
  })

  const others = (): unknown[] => [
    undefined,
    7,
    [op.issuer],
    'https://evil.example',
    `${op.issuer}/path`,
    op.issuer.replace('http:', 'https:'),
    'not an address',
  ]
  test('of another issuer is not cached', async () => {
    op.tamper.discovery = (document) => ({ ...document, issuer: 'https://another.example' })
    expect((await errorOf(start(setup, oidc(op)))).cause).toMatchObject({ reason: 'another issuer' })
    op.tamper = {}
    expect((await signIn(setup, op, oidc(op))).subject).toBe('ann')
  })

  test('of another issuer is not used', async () => {
    for (const issuer of others()) {
      op.tamper.discovery = (document) => ({ ...document, issuer })
      expect((await errorOf(start(setup, oidc(op)))).cause).toMatchObject({ endpoint: 'discovery' })
    }
    op.tamper.discovery = (document) => ({ ...document, issuer: `${op.issuer}/realm/` })
    reply('/realm/.well-known/openid-configuration', json({ issuer: `${op.issuer}/realm/` }))
    expect((await errorOf(start(setup, oidc(op, { issuer: `${op.issuer}/realm` })))).cause).toMatchObject({
      reason: 'another issuer',
    })
  })

  test('may add a slash to an issuer without a path', async () => {
    op.tamper.discovery = (document) => ({ ...document, issuer: `${op.issuer}/` })
    op.tamper.claims = (claims) => ({ ...claims, iss: `${op.issuer}/` })
    const identity = await signIn(setup, op, oidc(op), (response) => response.set('iss', `${op.issuer}/`))
    expect(identity.subject).toBe('ann')
  })

  test.each(['token_endpoint', 'jwks_uri'])('without a safe %s fails the sign-in', async (name) => {
    for (const address of [undefined, 'http://op.example/x', [`${op.issuer}/token`], null, 'file:///etc/passwd']) {
      op.tamper.discovery = (document) => ({ ...document, [name]: address })
      expect((await errorOf(signIn(setup, op, oidc(op)))).type).toBe('InvalidConfig')
    }
  })

  test('is read from wellKnown', async () => {
    const document = {
      issuer: op.issuer,
      authorization_endpoint: `${op.issuer}/authorize`,
      token_endpoint: `${op.issuer}/token`,
      jwks_uri: `${op.issuer}/jwks`,
    }
    reply('/odd/place', json(document))
    const { issuer: _none, ...config } = oidc(op, { wellKnown: `${op.issuer}/odd/place` })
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    expect(op.paths()).toEqual(['/odd/place', '/token', '/jwks'])
    reply('/odd/place', json({ ...document, issuer: `${op.issuer}/other` }))
    setup = makeOAuthSetup()
    expect((await errorOf(start(setup, oidc(op, { wellKnown: `${op.issuer}/odd/place` })))).cause).toMatchObject({
      reason: 'another issuer',
    })
  })

  test('of a remote server causes no request to a loopback address', async () => {
    const issuer = 'https://op.example'
    const called: string[] = []
    const document = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: 'http://127.0.0.1:6379/token',
      jwks_uri: 'https://localhost/jwks',
      userinfo_endpoint: 'http://[::1]/me',
      pushed_authorization_request_endpoint: 'http://localhost:1/par',
    }
    const far = (input: RequestInfo | URL): Promise<Response> => {
      called.push(input instanceof Request ? input.url : String(input))
      return Promise.resolve(Response.json(document))
    }
    const config = { ...oidc(op, { issuer }), [customFetch]: far }
    const attempt = await start(setup, config)
    const response = new URLSearchParams({ code: 'code-1', state: STATE })
    expect(await errorOf(finish(setup, attempt, response))).toMatchObject({
      type: 'InvalidConfig',
      cause: { endpoint: 'token' },
    })
    document.authorization_endpoint = 'http://localhost:8080/authorize'
    const other = { ...config, [customFetch]: (input: RequestInfo | URL) => far(input) }
    expect(await errorOf(start(setup, other))).toMatchObject({
      type: 'InvalidConfig',
      cause: { endpoint: 'authorization' },
    })
    expect(new Set(called)).toEqual(new Set([`${issuer}/.well-known/openid-configuration`]))
  })

  test('of an issuer with a path is below that path', async () => {
    reply(
      '/realms/main/.well-known/openid-configuration',
      json({ issuer: `${op.issuer}/realms/main`, authorization_endpoint: `${op.issuer}/a` }),
    )
    expect((await start(setup, oidc(op, { issuer: `${op.issuer}/realms/main` }))).url.pathname).toBe('/a')
  })

  test('does not replace configured endpoints', async () => {
    const config = oidc(op, { authorization: `${op.issuer}/own?x=1` })
    const { url } = await start(setup, config)
    expect(url.pathname).toBe('/own')
    expect(url.searchParams.get('x')).toBe('1')
  })
})

describe('an unknown key', () => {
  test('in many tokens causes one request per cooldown', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    op.tamper.idToken = (claims) => op.sign(claims, one, { kid: `random-${Math.random()}` })
    for (let i = 0; i < 50; i += 1) await errorOf(signIn(setup, op, config))
    expect(count('/jwks')).toBe(2)
    setup.clock.forward(60)
    await errorOf(signIn(setup, op, config))
    expect(count('/jwks')).toBe(3)
    op.tamper = {}
    expect((await signIn(setup, op, config)).subject).toBe('ann')
  })

  test('causes one request per cooldown, also after a new key was found', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    const requestsAfter = async (seconds: number): Promise<number> => {
      setup.clock.forward(seconds)
      const before = count('/jwks')
      op.tamper.idToken = (claims) => op.sign(claims, one, { kid: 'unknown' })
      await errorOf(signIn(setup, op, config))
      op.tamper = {}
      return count('/jwks') - before
    }
    expect(await requestsAfter(0)).toBe(1)
    for (let i = 0; i < 3; i += 1) {
      expect(await requestsAfter(29.5)).toBe(0)
      expect(await requestsAfter(0.5)).toBe(1)
    }
    op.keys = [one, two]
    expect([await requestsAfter(30), await requestsAfter(29.5), await requestsAfter(0.5)]).toEqual([1, 0, 1])
    // The cached keys are too old: one request for fresh keys, and one because the key is unknown.
    setup.clock.forward(600)
    expect([await requestsAfter(0), await requestsAfter(1), await requestsAfter(29)]).toEqual([2, 0, 1])
  })

  test('is found after a clock was set back', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    op.keys = [two]
    setup.clock.forward(-86_400)
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    expect(count('/jwks')).toBe(2)
  })

  test('replaces one with the same id', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    op.keys = [{ ...two, kid: one.kid, jwk: { ...two.jwk, kid: one.kid } }]
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    expect(count('/jwks')).toBe(2)
  })

  test('causes one request for concurrent sign-ins', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    op.keys = [two]
    const identities = await Promise.all(Array.from({ length: 20 }, () => signIn(setup, op, config)))
    expect(identities).toHaveLength(20)
    expect(count('/jwks')).toBe(2)
  })

  test('is found if servers of the provider publish different sets, and both sets then work', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    op.keys = [two]
    await signIn(setup, op, config)
    for (let i = 0; i < 20; i += 1) {
      op.keys = [i % 2 === 0 ? one : two]
      expect((await signIn(setup, op, config)).subject).toBe('ann')
    }
    expect(count('/jwks')).toBe(2)
  })

  test('does not remove the previous set if the current one is fetched again', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    op.keys = [two]
    await signIn(setup, op, config)
    op.keys = [one]
    op.tamper.idToken = (claims) => op.sign(claims, one, { kid: 'unknown' })
    for (let i = 0; i < 8; i += 1) {
      setup.clock.forward(60)
      await errorOf(signIn(setup, op, config))
    }
    const requestsBefore = count('/jwks')
    expect(requestsBefore).toBe(10)
    for (const key of [one, two]) {
      op.tamper.idToken = (claims) => op.sign(claims, key)
      expect((await signIn(setup, op, config)).subject).toBe('ann')
    }
    expect(count('/jwks')).toBe(requestsBefore)
  })

  test('is the only reason to fetch the keys again', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    op.tamper.claims = (claims) => ({ ...claims, aud: 'stranger' })
    await errorOf(signIn(setup, op, config))
    expect(count('/jwks')).toBe(1)
  })
})

describe('the JWKS', () => {
  test.each(outOfOrder)('with %s fails the sign-in and is not cached', async (_name, response) => {
    const config = oidc(op)
    reply('/jwks', response)
    expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject({ endpoint: 'jwks' })
    op.tamper = {}
    expect((await signIn(setup, op, config)).subject).toBe('ann')
  })

  test.each<[string, Reply]>([
    ...outOfOrder,
    ['no response', { body: () => undefined }],
    ['a broken connection', { body: ({ socket }) => socket?.destroy() }],
  ])('is used from the cache while the provider sends %s', async (_name, response) => {
    const config = oidc(op, { timeout: 1500 })
    await signIn(setup, op, config)
    reply('/jwks', response)
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    setup.clock.forward(600)
    expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject({ endpoint: 'jwks' })
    op.tamper = {}
    expect((await signIn(setup, op, config)).subject).toBe('ann')
  })

  test('is used from the cache while the provider refuses connections', async () => {
    const otherServer = await startOp()
    const config = oidc(op, { jwks_endpoint: `${otherServer.issuer}/jwks` })
    try {
      otherServer.keys = [one]
      await signIn(setup, op, config)
    } finally {
      await otherServer.close()
    }
    setup.clock.forward(599)
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    op.tamper.idToken = (claims) => op.sign(claims, two)
    expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject({ endpoint: 'jwks', code: 'ECONNREFUSED' })
    op.tamper = {}
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    setup.clock.forward(1)
    expect(await errorOf(signIn(setup, op, config))).toMatchObject({
      type: 'CallbackRouteError',
      cause: { endpoint: 'jwks', reason: 'network', code: 'ECONNREFUSED' },
    })
  })

  test('is used from the cache while the host name does not resolve', async () => {
    let isKnown = true
    const own: typeof fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      // Never resolves: a label has at most 63 octets (RFC 1035 §2.3.4).
      return fetch(isKnown || url.pathname !== '/jwks' ? url : `https://${'a'.repeat(64)}.invalid/jwks`, init)
    }
    const config = oidc(op, { [customFetch]: own })
    await signIn(setup, op, config)
    isKnown = false
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    setup.clock.forward(600)
    expect((await errorOf(signIn(setup, op, config))).cause).toMatchObject({
      endpoint: 'jwks',
      code: expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/) as string,
    })
    isKnown = true
    expect((await signIn(setup, op, config)).subject).toBe('ann')
  })

  test('is not used for longer than ten minutes', async () => {
    const config = oidc(op)
    await signIn(setup, op, config)
    op.tamper.jwks = () => [two.jwk]
    op.tamper.idToken = (claims) => op.sign(claims, one)
    setup.clock.forward(599)
    expect((await signIn(setup, op, config)).subject).toBe('ann')
    setup.clock.forward(1)
    await errorOf(signIn(setup, op, config))
  })

  test('may contain unusable keys', async () => {
    const secret = await exportJWK(one.privateKey)
    const odd = { kty: 'oct', k: 'c2VjcmV0', kid: one.kid, alg: 'RS256' }
    const useless: unknown[] = [
      null,
      'text',
      [],
      { kty: 'RSA' },
      { kty: 'unheard-of', kid: one.kid },
      { ...secret, kid: one.kid, alg: 'RS256' },
      { ...one.jwk, use: 'enc' },
      { ...one.jwk, key_ops: ['encrypt'] },
      { ...one.jwk, alg: 'RS512' },
      { ...one.jwk, e: 'AQ' },
      { ...one.jwk, e: 7 },
      odd,
      { kty: 'EC', crv: 'P-256', x: '!', y: '!', kid: 'other' },
      { ...two.jwk, kid: undefined },
    ]
    op.tamper.jwks = (keys) => [...(useless as JWK[]), ...keys]
    expect((await signIn(setup, op, oidc(op))).subject).toBe('ann')
  })

  test.each<[string, (jwk: JWK) => unknown[]]>([
    ['twice', (jwk) => [jwk, jwk]],
    ['twice with members in another order', (jwk) => [jwk, Object.fromEntries(Object.entries(jwk).toReversed())]],
    ['with and without a certificate', (jwk) => [{ ...jwk, x5c: ['MII'], x5t: 'x' }, jwk, jwk]],
    ['without and with an algorithm', ({ alg: _any, ...jwk }) => [jwk, { ...jwk, alg: 'RS256' }]],
    ['with and without an algorithm', ({ alg: _any, ...jwk }) => [{ ...jwk, alg: 'RS256' }, jwk]],
    [
      'with and without the default members',
      ({ use: _sig, ...jwk }) => [jwk, { ...jwk, use: 'sig', key_ops: ['verify'], ext: true }],
    ],
    ['for several algorithms', (jwk) => [{ ...jwk, alg: 'PS256' }, { ...jwk, alg: 'RS512' }, jwk]],
    ['for encryption, too', (jwk) => [{ ...jwk, use: 'enc' }, { ...jwk, key_ops: ['encrypt'] }, jwk]],
    ['with an algorithm that is none', (jwk) => [{ ...jwk, alg: null }, { ...jwk, alg: '' }, jwk]],
    ['under another name, too', (jwk) => [{ ...jwk, kid: 'other' }, jwk]],
  ])('may list a key %s', async (_how, list) => {
    op.tamper.jwks = () => list(one.jwk) as JWK[]
    expect((await signIn(setup, op, oidc(op))).subject).toBe('ann')
  })

  test('with two keys under one id fails the sign-in', async () => {
    op.tamper.idToken = (claims) => op.sign(claims, one)
    const twin = { ...two.jwk, kid: one.kid }
    for (const list of [
      [one.jwk, twin],
      [twin, one.jwk],
    ]) {
      op.tamper.jwks = () => list
      expect(await errorOf(signIn(setup, op, oidc(op)))).toMatchObject({
        type: 'OAuthCallbackError',
        cause: { detail: 'ERR_JWKS_MULTIPLE_MATCHING_KEYS' },
      })
    }
  })

  test('may contain thousands of unusable keys', async () => {
    op.tamper.jwks = (keys) => [
      ...Array.from({ length: 10_000 }, (_, i) => ({ kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: `many-${i}` })),
      ...keys,
    ]
    expect((await signIn(setup, op, oidc(op))).subject).toBe('ann')
  })

  test('with hundreds of usable keys is refused', async () => {
    op.tamper.jwks = (keys) => [...keys, ...Array.from({ length: 300 }, (_, i) => ({ ...two.jwk, kid: `many-${i}` }))]
    expect((await errorOf(signIn(setup, op, oidc(op)))).cause).toMatchObject({
      endpoint: 'jwks',
      reason: 'too large',
    })
  })

  test('without a usable key fails the sign-in', async () => {
    const secret = await exportJWK(one.privateKey)
    const lists: unknown[][] = [
      [],
      [{ ...one.jwk, use: 'enc' }],
      [{ ...secret, kid: one.kid }],
      [{ ...one.jwk, kty: 'EC' }],
      [{ ...one.jwk, n: '!' }],
      [{ ...one.jwk, n: String(two.jwk.n) }],
    ]
    for (const list of lists) {
      op.tamper.jwks = () => list as JWK[]
      expect((await errorOf(signIn(setup, op, oidc(op)))).type).toBe('OAuthCallbackError')
    }
  })
})
