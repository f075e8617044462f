import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deriveAlone, kidOf, sealWithJose } from '../test/support/jwe.ts'
import { createKeyring } from './crypto/keyring.ts'
import { InvalidConfig, MissingSecret, WeakSecret } from './errors/error-classes.ts'
import { decode, encode, getToken, type JWT } from './jwt.ts'
import { defaultRuntime } from './runtime/platform.ts'

const secret = 'a-secret-for-tokens-that-applications-make-alone'
const old = 'another-secret-that-was-in-use-before-the-other-'
const salt = 'authwright.session-token'
const hostSalt = `__Host-${salt}`
const secureSalt = `__Secure-${salt}`
const NOW = 1_900_000_000

const at = (seconds: number): void => void vi.setSystemTime(seconds * 1000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  at(NOW)
})
afterEach(() => void vi.useRealTimers())

const seal = async (claims: unknown): Promise<string> =>
  createKeyring([secret], defaultRuntime.crypto).seal(
    salt,
    typeof claims === 'string' ? claims : JSON.stringify(claims),
  )

describe('encode and decode', () => {
  test('adds iat, exp and a new jti to the claims', async () => {
    const token = await encode({ token: { sub: 'ann', role: 'admin', exp: 1, iat: 2, jti: 'x' }, secret, salt })
    const claims = await decode({ token, secret, salt })
    expect(claims).toStrictEqual({
      sub: 'ann',
      role: 'admin',
      iat: NOW,
      exp: NOW + 2_592_000,
      jti: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    const again = await decode({ token: await encode({ secret, salt, maxAge: 60 }), secret, salt })
    expect(again?.exp).toBe(NOW + 60)
    expect(again?.jti).not.toBe(claims?.jti)
  })

  test('seals with the first secret and opens with all of them', async () => {
    const token = await encode({ secret: [old], salt })
    expect(await decode({ token, secret: [secret, old], salt })).not.toBeNull()
    expect(await decode({ token, secret, salt })).toBeNull()
    expect(await decode({ token: await encode({ secret: [secret, old], salt }), secret, salt })).not.toBeNull()
  })

  test('does not open a token that was sealed for another salt', async () => {
    expect(await decode({ token: await encode({ secret, salt }), secret, salt: secureSalt })).toBeNull()
  })

  test('does not open a token from the second of its exp on', async () => {
    const token = await encode({ secret, salt, maxAge: 60 })
    at(NOW + 59)
    expect(await decode({ token, secret, salt })).not.toBeNull()
    at(NOW + 60)
    expect(await decode({ token, secret, salt })).toBeNull()
  })

  test('supports dates after 2038', async () => {
    at(4_102_444_800)
    const claims = await decode({ token: await encode({ secret, salt, maxAge: 60 }), secret, salt })
    expect(claims).toMatchObject({ iat: 4_102_444_800, exp: 4_102_444_860 })
  })

  test.each([
    ['without exp', { iat: NOW }],
    ['with a text as exp', { exp: String(NOW + 60) }],
    ['with null as exp', { exp: null }],
    ['with exp in the past', { exp: NOW - 1 }],
    ['with nbf more than 60 seconds in the future', { exp: NOW + 300, nbf: NOW + 61 }],
    ['with a text as nbf', { exp: NOW + 60, nbf: 'today' }],
    ['with iat more than 60 seconds in the future', { exp: NOW + 300, iat: NOW + 61 }],
  ])('does not open a token %s', async (_what, claims) => {
    expect(await decode({ token: await seal(claims), secret, salt })).toBeNull()
  })

  test.each(['', 'null', '[]', '"text"', '1', '{', 'true'])(
    'does not open a token whose plaintext is %j',
    async (plaintext) => {
      expect(await decode({ token: await seal(plaintext), secret, salt })).toBeNull()
    },
  )

  test('opens a token sealed by jose without iat and jti', async () => {
    const plaintext = JSON.stringify({ sub: 'ann', exp: NOW + 1 })
    const kid = await kidOf(deriveAlone(secret, salt, 'A256GCM'))
    const token = await sealWithJose(secret, salt, { plaintext, header: { kid } })
    expect(await decode({ token, secret, salt })).toStrictEqual({ sub: 'ann', exp: NOW + 1 })
  })

  test('drops a __proto__ member of the claims', async () => {
    const claims = await decode({ token: await seal(`{"exp":${NOW + 60},"__proto__":{"role":"admin"}}`), secret, salt })
    expect(claims).not.toBeNull()
    expect(claims?.['role']).toBeUndefined()
  })

  test('returns null without a token and for a malformed one', async () => {
    expect(await decode({ secret, salt })).toBeNull()
    expect(await decode({ token: '', secret, salt })).toBeNull()
    expect(await decode({ token: 'a.b.c.d.e', secret, salt })).toBeNull()
  })

  test('throws for a missing or weak secret and for a maxAge that is not a number', async () => {
    await expect(encode({ secret: '', salt })).rejects.toThrow(MissingSecret)
    await expect(encode({ secret: [], salt })).rejects.toThrow(MissingSecret)
    await expect(encode({ secret: 'short', salt })).rejects.toThrow(WeakSecret)
    await expect(decode({ token: 'x', secret: 'short', salt })).rejects.toThrow(WeakSecret)
    await expect(encode({ secret, salt, maxAge: Number.NaN })).rejects.toThrow(InvalidConfig)
  })
})

describe('getToken', () => {
  const cookie = (value: string, name = salt) => ({ headers: new Headers({ cookie: `a=b; ${name}=${value}; c=d` }) })

  test('reads the __Host- cookie first, then the __Secure- cookie, then the plain one', async () => {
    const [host, secure, open] = [
      await encode({ token: { sub: 'host' }, secret, salt: hostSalt }),
      await encode({ token: { sub: 'secure' }, secret, salt: secureSalt }),
      await encode({ token: { sub: 'open' }, secret, salt }),
    ]
    const req = new Request('https://app.example.com', {
      headers: { cookie: `${salt}=${open}; ${secureSalt}=${secure}; ${hostSalt}=${host}` },
    })
    expect((await getToken({ req, secret }))?.sub).toBe('host')
    expect((await getToken({ req, secret, secureCookie: false }))?.sub).toBe('open')
    expect((await getToken({ req, secret, secureCookie: true }))?.sub).toBe('host')
    expect((await getToken({ req: cookie(secure, secureSalt), secret }))?.sub).toBe('secure')
    expect((await getToken({ req: cookie(secure, secureSalt), secret, secureCookie: true }))?.sub).toBe('secure')
    expect((await getToken({ req: cookie(open), secret }))?.sub).toBe('open')
    expect(await getToken({ req: cookie(open), secret, secureCookie: true })).toBeNull()
    expect(await getToken({ req, raw: true })).toBe(host)
  })

  test('does not open a token of a host-bound cookie that another subdomain injected under another name', async () => {
    const token = await encode({ token: { sub: 'ann' }, secret, salt: hostSalt })
    expect(await getToken({ req: cookie(token, secureSalt), secret })).toBeNull()
    expect(await getToken({ req: cookie(token), secret })).toBeNull()
  })

  test('reads a plain headers object of Node', async () => {
    const token = await encode({ token: { sub: 'ann' }, secret, salt })
    expect((await getToken({ req: { headers: { cookie: `${salt}=${token}` } }, secret }))?.sub).toBe('ann')
    expect((await getToken({ req: { headers: { cookie: ['a=b', `${salt}=${token}`] } }, secret }))?.sub).toBe('ann')
    expect((await getToken({ req: { headers: { authorization: `Bearer ${token}` } }, secret }))?.sub).toBe('ann')
  })

  test('joins a chunked token and ignores an injected extra chunk', async () => {
    const token = await encode({ token: { sub: 'ann' }, secret, salt })
    const parts = [token.slice(0, 100), token.slice(100, 200), token.slice(200)]
    const written = parts.map((part, i) => `${salt}.${i}=${part}`)
    const read = (cookies: readonly string[]) => getToken({ req: { headers: { cookie: cookies.join('; ') } }, secret })
    expect((await read(written))?.sub).toBe('ann')
    expect((await read(written.toReversed()))?.sub).toBe('ann')
    expect(await read(written.slice(1))).toBeNull()
    expect((await read([...written, `${salt}.3=x`]))?.sub).toBe('ann')
    expect(await read([...written.slice(0, 2), `${salt}.2=x`])).toBeNull()
  })

  test('accepts another cookie name and another salt', async () => {
    const token = await encode({ token: { sub: 'ann' }, secret, salt: 'own' })
    expect((await getToken({ req: cookie(token, 'own'), secret, cookieName: 'own' }))?.sub).toBe('ann')
    expect((await getToken({ req: cookie(token), secret, salt: 'own' }))?.sub).toBe('ann')
    expect(await getToken({ req: cookie(token), secret })).toBeNull()
  })

  test.each(['Bearer', 'bearer', 'BEARER'])(
    'reads the token of an %s header, sealed for any default cookie name',
    async (scheme) => {
      for (const name of [salt, secureSalt, hostSalt]) {
        const token = await encode({ token: { sub: 'ann' }, secret, salt: name })
        const req = { headers: new Headers({ authorization: `${scheme} ${encodeURIComponent(token)}` }) }
        expect((await getToken({ req, secret }))?.sub).toBe('ann')
        expect(await getToken({ req, raw: true })).toBe(token)
      }
    },
  )

  test.each(['Basic abc', 'Bearer', 'Bearer ', 'Bearer %', 'Bearer a b', 'Bearerabc', ''])(
    'finds no token in the header %j',
    async (authorization) => {
      expect(await getToken({ req: { headers: { authorization } }, secret })).toBeNull()
      expect(await getToken({ req: { headers: { authorization } }, raw: true })).toBeNull()
    },
  )

  test('returns null if decode does not open the token or throws', async () => {
    const thrown = () => {
      throw new Error('not mine')
    }
    expect(await getToken({ req: cookie('abc'), secret })).toBeNull()
    expect(await getToken({ req: cookie('abc'), secret, decode: thrown })).toBeNull()
    expect(await getToken({ req: cookie('abc'), secret, decode: () => ({ sub: 'own' }) })).toStrictEqual({ sub: 'own' })
  })

  test('throws errors that name the missing parameter', async () => {
    const without: Parameters<typeof getToken>[0] = JSON.parse('{"req":{}}')
    await expect(getToken(without)).rejects.toThrow('needs req')
    await expect(getToken(JSON.parse('{}') as typeof without)).rejects.toThrow('needs req')
    await expect(getToken({ req: cookie('abc') })).rejects.toThrow(MissingSecret)
    await expect(getToken({ req: cookie('abc'), secret: 'short' })).rejects.toThrow(WeakSecret)
    expect(await getToken({ req: { headers: new Headers() } })).toBeNull()
  })

  test('finds no session 90 days after the sign-in, or after absoluteMaxAge', async () => {
    const token = await seal({ sub: 'ann', auth_time: NOW - 90 * 86_400 + 1, iat: NOW - 60, exp: NOW + 600 })
    expect((await getToken({ req: cookie(token), secret }))?.sub).toBe('ann')
    expect(await getToken({ req: cookie(token), secret, absoluteMaxAge: 86_400 })).toBeNull()
    at(NOW + 1)
    expect(await getToken({ req: cookie(token), secret })).toBeNull()
    expect(await getToken({ req: { headers: { authorization: `Bearer ${token}` } }, secret })).toBeNull()
    expect((await getToken({ req: cookie(token), secret, absoluteMaxAge: 91 * 86_400 }))?.sub).toBe('ann')
  })

  test('finds no session if two tokens in cookies of one name open, and the only one that opens', async () => {
    const [ann, mallory] = [await seal({ sub: 'ann', exp: NOW + 60 }), await seal({ sub: 'mallory', exp: NOW + 60 })]
    const read = (...values: string[]) => {
      const header = values.map((value) => `${salt}=${value}`).join('; ')
      return getToken({ req: { headers: { cookie: header } }, secret })
    }
    expect(await read(mallory, ann)).toBeNull()
    expect(await read(ann, mallory)).toBeNull()
    expect((await read('injected', ann))?.sub).toBe('ann')
  })

  test('is typed as string for a raw token and as JWT for an opened one', async () => {
    const raw: string | null = await getToken({ req: cookie('abc'), raw: true })
    const claims: JWT | null = await getToken({ req: cookie('abc'), secret })
    expect([raw, claims]).toStrictEqual(['abc', null])
  })
})
