import fc from 'fast-check'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuthError } from '../../src/errors/auth-error.ts'
import { readIdToken } from '../../src/protocols/oauth/id-token.ts'
import { findServerMetadata } from '../../src/protocols/oauth/discovery.ts'
import type { Grant } from '../../src/protocols/oauth/authorization-response.ts'
import { CLIENT_ID, startOp, type Op } from './op.ts'
import { makeOAuthSetup, oidc, start } from './oauth-setup.ts'

/** Set `AUTHWRIGHT_FUZZ_RUNS=100000` for a longer search. */
const RUNS = Number(process.env['AUTHWRIGHT_FUZZ_RUNS'] ?? 1000)
const NOW = Date.parse('2030-01-01T12:00:00Z') / 1000

const setup = makeOAuthSetup()
let op: Op
let grant: Grant
let nonce: string

beforeAll(async () => {
  op = await startOp()
  op.now = () => NOW
  await op.addKey('ES256')
  const { provider, checks, url } = await start(setup, oidc(op))
  nonce = checks.nonce ?? ''
  grant = {
    provider,
    checks,
    server: await findServerMetadata(provider, setup.runtime),
    response: op.consent(url),
    runtime: setup.runtime,
  }
})
afterAll(() => op.close())

/** The claims, or `undefined` if the token is refused. Any other error fails the test. */
const read = async (idToken: string): Promise<JWTPayload | undefined> => {
  try {
    return await readIdToken(grant, { id_token: idToken, access_token: 'the-access-token' })
  } catch (error) {
    if (error instanceof AuthError) return undefined
    throw error
  }
}

const good = (): JWTPayload => ({ iss: op.issuer, aud: CLIENT_ID, sub: 'ann', iat: NOW, exp: NOW + 300, nonce })

interface Variant {
  readonly value: unknown
  readonly isValid: boolean
}

const of = (isValid: boolean, ...values: readonly unknown[]): readonly Variant[] =>
  values.map((value) => ({ value, isValid }))

const LEFT_OUT = Symbol('absent')
const odd = [null, true, [], {}, -0, 1.5, '', ' ', '\u0000', '__proto__', [[]], { a: [{}] }] as const

/** Values of claims, and whether each is valid. This repeats the rules in the simplest form. */
const variants = (): Readonly<Record<string, readonly Variant[]>> => ({
  iss: [...of(true, op.issuer), ...of(false, LEFT_OUT, `${op.issuer}/`, op.issuer.toUpperCase(), [op.issuer], ...odd)],
  aud: [
    ...of(true, CLIENT_ID, [CLIENT_ID]),
    ...of(false, LEFT_OUT, 'client-2', ['client-2'], CLIENT_ID.toUpperCase(), ...odd),
  ],
  sub: [
    ...of(true, 'ann', 'Ann', '0', ' ', '__proto__', 'x'.repeat(255)),
    ...of(false, LEFT_OUT, 'x'.repeat(256), 'änn', 7, ...odd.filter((value) => value !== ' ' && value !== '__proto__')),
  ],
  iat: [
    ...of(true, NOW, NOW - 86_400, NOW + 60, NOW + 0.5, -1, 0, 1.5, -0),
    ...of(false, LEFT_OUT, NOW + 61, String(NOW), ...odd.filter((value) => typeof value !== 'number')),
  ],
  exp: [
    ...of(true, NOW + 1, NOW + 0.5, NOW + 1e9),
    ...of(false, LEFT_OUT, NOW, NOW - 1, NOW - 3600, String(NOW + 300), ...odd),
  ],
  nonce: [
    ...of(true, nonce),
    ...of(false, LEFT_OUT, `${nonce}x`, nonce.slice(1), nonce.toUpperCase(), [nonce], ...odd),
  ],
  azp: [...of(true, LEFT_OUT, CLIENT_ID), ...of(false, 'client-2', [CLIENT_ID], ...odd)],
  nbf: [
    ...of(true, LEFT_OUT, NOW, NOW + 60),
    ...of(false, NOW + 61, String(NOW), ...odd.filter((value) => typeof value !== 'number')),
  ],
})

/** Most claims are valid, so that one or two decide. */
const tokens = () =>
  fc.record(
    Object.fromEntries(
      Object.entries(variants()).map(([claim, all]) => {
        const valid = fc.constantFrom(...all.filter(({ isValid }) => isValid))
        return [claim, fc.oneof({ weight: 6, arbitrary: valid }, { weight: 1, arbitrary: fc.constantFrom(...all) })]
      }),
    ),
  )

const LONG = { timeout: 600_000 }

test('accepts a signed token only if all claims are valid', LONG, async () => {
  const seen = { accepted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(tokens(), async (drawn) => {
      const claims = Object.fromEntries(
        Object.entries(drawn).flatMap(([claim, { value }]) => (value === LEFT_OUT ? [] : [[claim, value]])),
      )
      const isValid = Object.values(drawn).every((variant) => variant.isValid)
      seen[isValid ? 'accepted' : 'refused'] += 1
      const response = await read(await op.sign(claims))
      expect(response?.sub).toBe(isValid ? claims['sub'] : undefined)
    }),
    { numRuns: RUNS },
  )
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(RUNS / 20)
})

/** A change to the text of a token. */
const changes = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), by: fc.string({ maxLength: 3, unit: 'binary' }) }),
  fc.record({ kind: fc.constant('bit' as const), at: fc.nat(), by: fc.nat(7) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), by: fc.string({ minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(), by: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constant('header' as const),
    by: fc.dictionary(
      fc.constantFrom('alg', 'kid', 'typ', 'crit', 'jwk', 'jku', 'b64', 'zip', 'x5c'),
      fc.oneof(fc.constantFrom('none', 'HS256', 'RS256', 'ES256', '', 'JWT', 'at+jwt'), fc.jsonValue()),
    ),
  }),
  fc.record({ kind: fc.constant('payload' as const), by: fc.jsonValue() }),
  fc.record({
    kind: fc.constant('claims' as const),
    by: fc.dictionary(fc.constantFrom('sub', 'exp', 'aud', 'iss', 'admin'), fc.jsonValue()),
  }),
  fc.record({ kind: fc.constant('parts' as const), by: fc.array(fc.nat(2), { maxLength: 5 }) }),
)
type Change = typeof changes extends fc.Arbitrary<infer Value> ? Value : never

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

const apply = (token: string, change: Change): string => {
  const parts = token.split('.')
  const [header = '', payload = '', signature = ''] = parts
  switch (change.kind) {
    case 'replace': {
      const at = change.at % token.length
      return token.slice(0, at) + change.by + token.slice(at + change.by.length)
    }
    case 'bit': {
      const at = change.at % token.length
      return token.slice(0, at) + String.fromCharCode(token.charCodeAt(at) ^ (1 << change.by)) + token.slice(at + 1)
    }
    case 'insert': {
      const at = change.at % (token.length + 1)
      return token.slice(0, at) + change.by + token.slice(at)
    }
    case 'delete': {
      const at = change.at % token.length
      return token.slice(0, at) + token.slice(at + change.by)
    }
    case 'header':
      return [encode({ ...decode(header), ...change.by }), payload, signature].join('.')
    case 'payload':
      return [header, encode(change.by), signature].join('.')
    case 'claims':
      return [header, encode({ ...decode(payload), ...change.by }), signature].join('.')
    case 'parts':
      return change.by.map((part) => parts[part] ?? '').join('.')
  }
}

test.each(['RS256', 'ES256'])('refuses a token signed with %s after any change', LONG, async (alg) => {
  const key = op.keys.find((one) => one.alg === alg)
  const token = await op.sign(good(), key)
  expect(await read(token)).toMatchObject({ sub: 'ann' })
  let changed = 0
  await fc.assert(
    fc.asyncProperty(changes, async (change) => {
      const other = apply(token, change)
      if (other === token) return
      changed += 1
      expect(await read(other)).toBeUndefined()
    }),
    { numRuns: RUNS },
  )
  expect(changed).toBeGreaterThan(RUNS / 2)
})

test('refuses arbitrary text as a token', LONG, async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc
      .tuple(fc.json(), fc.json(), fc.string())
      .map((parts) => parts.map((part) => Buffer.from(part).toString('base64url')).join('.')),
  )
  await fc.assert(
    fc.asyncProperty(anything, async (token) => {
      expect(await read(token)).toBeUndefined()
    }),
    { numRuns: RUNS },
  )
})
