import { createHash, hkdfSync } from 'node:crypto'
import { EncryptJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { encode as authJsEncode } from '@auth/core/jwt'
import { decodeAuthJs, decodeNextAuth4, fromAuthJs } from '../../src/compat/index.ts'
import { encode, getToken } from '../../src/jwt.ts'
import { location, setUpAuth, ORIGIN, SECRET } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'
import { NAME, SECURE_NAME, signInWithAuthJs } from './authjs.ts'
import { DAY, inDays, move, OWN, today } from './moved.ts'

const claims = { name: 'Ann', sub: 'user-1' }
const seconds = Math.floor(today / 1000)

interface Wanted {
  readonly secret?: string
  readonly salt?: string
  readonly label?: string
  readonly alg?: string
  readonly enc?: 'A256GCM' | 'A256CBC-HS512'
  readonly exp?: number | undefined
  readonly header?: Record<string, unknown>
}

/** A token in the format of Auth.js, with changes for a test. */
const forge = ({ secret = SECRET, salt = SECURE_NAME, enc = 'A256CBC-HS512', header, ...wanted }: Wanted = {}) => {
  const label = wanted.label ?? `Auth.js Generated Encryption Key (${salt})`
  const key = new Uint8Array(hkdfSync('sha256', secret, salt, label, enc === 'A256GCM' ? 32 : 64))
  const exp = 'exp' in wanted ? wanted.exp : seconds + DAY
  return new EncryptJWT({ ...claims, iat: seconds, ...(exp === undefined ? {} : { exp }) })
    .setProtectedHeader({ alg: 'dir', enc, ...header })
    .encrypt(key)
}

const sessionFor = async (cookies: Record<string, string>, context = move()) => context.browser(cookies).session()

test('a forged token without a change is accepted, so that the next tests are valid', async () => {
  expect(await sessionFor({ [SECURE_NAME]: await forge() })).toMatchObject({ user: { name: 'Ann' } })
})

describe('no user is signed in by', () => {
  test.each<[string, Wanted]>([
    ['a token of another secret', { secret: `${SECRET}!` }],
    ['a token sealed for the cookie of a site without https', { salt: NAME }],
    ['a token sealed for another cookie of Auth.js', { salt: '__Secure-authjs.state' }],
    ['a token with an encryption that Auth.js does not use', { enc: 'A256GCM' }],
    ['a token of next-auth 4', { enc: 'A256GCM', salt: '', label: 'NextAuth.js Generated Encryption Key' }],
    ['our own token', { label: `Authwright Generated Encryption Key (${SECURE_NAME})` }],
    ['a token without exp', { exp: undefined }],
    ['a token that has expired', { exp: seconds - 1 }],
    ['a token with p2c in its header', { header: { p2c: 1 } }],
    ['a token with a key in its header', { header: { jwk: { kty: 'oct', k: 'AAAA' } } }],
    ['a token with the URL of a key in its header', { header: { jku: 'https://keys.example.com' } }],
    ['a token with another member in its header', { header: { other: 'x' } }],
    ['a token with a kid that is not a text', { header: { kid: 1 } }],
  ])('%s', async (_what, wanted) => {
    expect(await sessionFor({ [SECURE_NAME]: await forge(wanted) })).toBeNull()
  })

  test('a token with a changed character', async () => {
    const token = await forge()
    const context = move()
    const step = 7
    for (let at = 0; at < token.length; at += step) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      expect(await sessionFor({ [SECURE_NAME]: changed }, context)).toBeNull()
    }
  })

  test.each([
    ['nothing', ''],
    ['dots', '....'],
    ['five parts', 'a.b.c.d.e'],
    ['an invalid escape', '%'],
    ['a null', '%00'],
    ['a non-ASCII letter', 'é'],
    ['a long text', 'x'.repeat(20_000)],
    ['many dots', '..'.repeat(9000)],
  ])('a value of %s', async (_what, value) => {
    const response = await move()
      .browser({ [SECURE_NAME]: value })
      .get('/auth/session')
    expect(response.status).toBe(200)
    expect(await response.json()).toBeNull()
  })

  test('the cookie of an http site on an https site', async () => {
    expect(await sessionFor({ [NAME]: await forge({ salt: NAME }) })).toBeNull()
  })

  test('a name that starts like the session cookie', async () => {
    const token = await forge()
    expect(await sessionFor({ [`${SECURE_NAME}x`]: token })).toBeNull()
    expect(await sessionFor({ [`${SECURE_NAME}.x`]: token })).toBeNull()
  })

  test('the same name twice with different values', async () => {
    const token = await forge()
    const headers = new Headers({ cookie: `${SECURE_NAME}=${token}; ${SECURE_NAME}=injected` })
    expect((await move().auth.session({ url: ORIGIN, headers })).session).toBeNull()
  })

  test('a session token of Auth.js in our cookie', async () => {
    expect(await sessionFor({ [OWN]: await forge({ salt: OWN }) })).toBeNull()
  })

  test('our token in the cookie of Auth.js', async () => {
    const token = await encode({ token: claims, secret: SECRET, salt: SECURE_NAME })
    expect(await sessionFor({ [SECURE_NAME]: token })).toBeNull()
  })

  test('the values of other Auth.js cookies with the same secret', async () => {
    const sealed = await authJsEncode({ token: { value: 'x', sub: 'user-1' }, secret: SECRET, salt: 'encodedState' })
    expect(await sessionFor({ [SECURE_NAME]: sealed })).toBeNull()
  })
})

describe('the migration period', () => {
  test('is required: without it nothing of Auth.js is accepted', async () => {
    const context = setUpAuth({}, { now: () => today })
    expect(await context.browser(await signInWithAuthJs()).session()).toBeNull()
  })

  test('ends: from then on nothing of Auth.js is accepted, and its cookies are left alone', async () => {
    const context = move({}, { until: inDays(3) })
    context.time.forward(3 * DAY - 1)
    const old = await signInWithAuthJs()
    expect(await sessionFor(old, context)).not.toBeNull()
    context.time.forward(1)
    const response = await context.browser(old).get('/auth/session')
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie()).toStrictEqual([])
  })

  test('does not extend sessions: an expired one is refused during it too', async () => {
    const context = move()
    const old = await signInWithAuthJs({ session: { maxAge: 5 * DAY } })
    context.time.forward(5 * DAY + 60)
    const browser = context.browser(old)
    expect(await browser.session()).toBeNull()
    expect(browser.cookies.size).toBe(0)
  })

  test.each([undefined, 'tomorrow', '', Number.NaN, new Date(Number.NaN)])('that is %s is refused', async (until) => {
    const context = move({}, { until: until as string })
    const response = await context.browser().get('/auth/session')
    expect(response.status).toBe(500)
    expect(context.errors[0]?.message).toContain('legacySessions.until')
  })

  test('is possible for known versions only', () => {
    expect(() => fromAuthJs({ providers: [] }, { until: inDays(1), version: 6 as 5 })).toThrow('must be 4 or 5')
  })

  test('does not change the passed config', () => {
    const config = Object.freeze({ providers: [], secret: SECRET })
    expect(fromAuthJs(config, { until: inDays(1) })).toMatchObject(config)
    expect(Object.keys(config)).toStrictEqual(['providers', 'secret'])
  })
})

describe('other traces of Auth.js', () => {
  const provider = {
    id: 'oa',
    name: 'OA',
    type: 'oauth' as const,
    clientId: 'c',
    clientSecret: 's',
    authorization: 'https://op.example/authorize',
    token: 'https://op.example/token',
    userinfo: 'https://op.example/userinfo',
  }

  test('an attempt in progress ends at the error page and must be started again', async () => {
    const context = move({ providers: [provider] })
    const response = await context
      .browser({ '__Secure-authjs.state': 'sealed', '__Secure-authjs.pkce.code_verifier': 'sealed' })
      .get('/auth/callback/oa?code=c&state=s')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toContain(`${ORIGIN}/auth/error?error=InvalidCheck`)
  })

  test('a link in a mail is refused, and its row is kept', async () => {
    const store = makeStore()
    const token = 'f'.repeat(64)
    const identifier = 'ann@example.org'
    const kept = createHash('sha256').update(`${token}${SECRET}`).digest('hex')
    store.tokens.push({ identifier, token: kept, expires: inDays(1) })
    const email = { id: 'email', name: 'E-mail', type: 'email' as const, sendVerificationRequest: () => undefined }
    const browser = move({ adapter: new StoreAdapter(store), providers: [email] }).browser()
    const query = new URLSearchParams({ token, email: identifier, callbackUrl: `${ORIGIN}/` })
    const page = await browser.get(`/auth/callback/email?${query}`)
    expect(page.status).toBe(200)
    const pressed = await browser.post(`/auth/callback/email?${query}`, { token, email: identifier })
    expect(pressed.headers.get('location')).toContain('error=Verification')
    expect(await browser.session()).toBeNull()
    expect(store.tokens).toHaveLength(1)
  })

  test('a form on a page of Auth.js leads to the sign-in page', async () => {
    const context = move({ providers: [provider] })
    const response = await context
      .browser({ '__Host-authjs.csrf-token': 'a|b' })
      .post('/auth/signin/oa', { csrfToken: 'a'.repeat(64) })
    expect(location(response)).toBe(`${ORIGIN}/auth/signin?error=MissingCSRF`)
  })
})

describe('getToken', () => {
  test('reads tokens of Auth.js with decodeAuthJs', async () => {
    const headers = new Headers({ cookie: `${NAME}=${(await signInWithAuthJs({}, 'http://localhost'))[NAME]}` })
    const params = { req: { headers }, secret: SECRET, cookieName: NAME }
    expect(await getToken({ ...params, decode: decodeAuthJs })).toMatchObject({ sub: 'user-1' })
    expect(await getToken({ ...params, decode: decodeNextAuth4 })).toBeNull()
    expect(await getToken(params)).toBeNull()
  })

  test('refuses a token of Auth.js that has expired', async () => {
    const expired = await forge({ exp: seconds - 1 })
    expect(await decodeAuthJs({ token: expired, secret: SECRET, salt: SECURE_NAME })).toBeNull()
    const current = await forge({ exp: seconds + 3600 })
    expect(await decodeAuthJs({ token: current, secret: [SECRET], salt: SECURE_NAME })).not.toBeNull()
  })
})
