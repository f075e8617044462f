import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sealWithJose } from '../test/support/jwe.ts'
import { createKeyring } from './crypto/keyring.ts'
import { InvalidConfig, MissingSecret, WeakSecret } from './errors/error-classes.ts'
import { decode, encode, getToken } from './jwt.ts'
import type { JWT } from './jwt.ts'
import { defaultRuntime } from './runtime/platform.ts'

const secret = 'a-secret-for-tokens-that-applications-make-alone'
const old = 'another-secret-that-was-in-use-before-the-other-'
const salt = 'authwright.session-token'
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
  test('claims come back with the instant they were sealed, the one they end, and a name of their own', async () => {
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

  test('the first secret seals and all open', async () => {
    const token = await encode({ secret: [old], salt })
    expect(await decode({ token, secret: [secret, old], salt })).not.toBeNull()
    expect(await decode({ token, secret, salt })).toBeNull()
    expect(await decode({ token: await encode({ secret: [secret, old], salt }), secret, salt })).not.toBeNull()
  })

  test('a token for one salt is none for another', async () => {
    expect(await decode({ token: await encode({ secret, salt }), secret, salt: secureSalt })).toBeNull()
  })

  test('a token lives until 15 seconds after its end', async () => {
    const token = await encode({ secret, salt, maxAge: 60 })
    at(NOW + 74)
    expect(await decode({ token, secret, salt })).not.toBeNull()
    at(NOW + 75)
    expect(await decode({ token, secret, salt })).toBeNull()
  })

  test('the year 2038 and later ones are ordinary', async () => {
    at(4_102_444_800)
    const claims = await decode({ token: await encode({ secret, salt, maxAge: 60 }), secret, salt })
    expect(claims).toMatchObject({ iat: 4_102_444_800, exp: 4_102_444_860 })
  })

  test.each([
    ['no end', { iat: NOW }],
    ['an end in words', { exp: String(NOW + 60) }],
    ['an end that is no number', { exp: null }],
    ['an end in the past', { exp: NOW - 15 }],
    ['a beginning in the future', { exp: NOW + 60, nbf: NOW + 16 }],
    ['a beginning in words', { exp: NOW + 60, nbf: 'today' }],
    ['been sealed in the future', { exp: NOW + 60, iat: NOW + 16 }],
  ])('a token that has %s is none', async (_what, claims) => {
    expect(await decode({ token: await seal(claims), secret, salt })).toBeNull()
  })

  test.each(['', 'null', '[]', '"text"', '1', '{', 'true'])('sealed %j is no token', async (plaintext) => {
    expect(await decode({ token: await seal(plaintext), secret, salt })).toBeNull()
  })

  test('a token of jose’s needs neither iat nor a name', async () => {
    const plaintext = JSON.stringify({ sub: 'ann', exp: NOW + 1 })
    for (const enc of ['A256GCM', 'A256CBC-HS512'] as const) {
      const token = await sealWithJose(secret, salt, { enc, plaintext, header: { typ: 'JWT' } })
      expect(await decode({ token, secret, salt })).toStrictEqual({ sub: 'ann', exp: NOW + 1 })
    }
  })

  test('no prototype comes out of a token', async () => {
    const claims = await decode({ token: await seal(`{"exp":${NOW + 60},"__proto__":{"role":"admin"}}`), secret, salt })
    expect(claims).not.toBeNull()
    expect(claims?.['role']).toBeUndefined()
  })

  test('nothing is no token', async () => {
    expect(await decode({ secret, salt })).toBeNull()
    expect(await decode({ token: '', secret, salt })).toBeNull()
    expect(await decode({ token: 'a.b.c.d.e', secret, salt })).toBeNull()
  })

  test('a secret that is missing or weak, or an age that is no number, is the owner’s mistake', async () => {
    await expect(encode({ secret: '', salt })).rejects.toThrow(MissingSecret)
    await expect(encode({ secret: [], salt })).rejects.toThrow(MissingSecret)
    await expect(encode({ secret: 'short', salt })).rejects.toThrow(WeakSecret)
    await expect(decode({ token: 'x', secret: 'short', salt })).rejects.toThrow(WeakSecret)
    await expect(encode({ secret, salt, maxAge: Number.NaN })).rejects.toThrow(InvalidConfig)
  })
})

describe('getToken', () => {
  const cookie = (value: string, name = salt) => ({ headers: new Headers({ cookie: `a=b; ${name}=${value}; c=d` }) })

  test('finds the cookie of a secure site first, then the other', async () => {
    const [secure, open] = [
      await encode({ token: { sub: 'secure' }, secret, salt: secureSalt }),
      await encode({ token: { sub: 'open' }, secret, salt }),
    ]
    const req = new Request('https://app.example.com', {
      headers: { cookie: `${salt}=${open}; ${secureSalt}=${secure}` },
    })
    expect((await getToken({ req, secret }))?.sub).toBe('secure')
    expect((await getToken({ req, secret, secureCookie: false }))?.sub).toBe('open')
    expect((await getToken({ req, secret, secureCookie: true }))?.sub).toBe('secure')
    expect((await getToken({ req: cookie(open), secret }))?.sub).toBe('open')
    expect(await getToken({ req: cookie(open), secret, secureCookie: true })).toBeNull()
    expect(await getToken({ req, raw: true })).toBe(secure)
  })

  test('reads headers as Node has them', async () => {
    const token = await encode({ token: { sub: 'ann' }, secret, salt })
    expect((await getToken({ req: { headers: { cookie: `${salt}=${token}` } }, secret }))?.sub).toBe('ann')
    expect((await getToken({ req: { headers: { cookie: ['a=b', `${salt}=${token}`] } }, secret }))?.sub).toBe('ann')
    expect((await getToken({ req: { headers: { authorization: `Bearer ${token}` } }, secret }))?.sub).toBe('ann')
  })

  test('puts a token together that stands in several cookies, without what was planted behind it', async () => {
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

  test('takes another name, and another salt', async () => {
    const token = await encode({ token: { sub: 'ann' }, secret, salt: 'own' })
    expect((await getToken({ req: cookie(token, 'own'), secret, cookieName: 'own' }))?.sub).toBe('ann')
    expect((await getToken({ req: cookie(token), secret, salt: 'own' }))?.sub).toBe('ann')
    expect(await getToken({ req: cookie(token), secret })).toBeNull()
  })

  test.each(['Bearer', 'bearer', 'BEARER'])(
    'takes the token of an %s header, sealed for either cookie',
    async (scheme) => {
      for (const name of [salt, secureSalt]) {
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

  test('answers null for a token that does not open, whoever opens it', async () => {
    const thrown = () => {
      throw new Error('not mine')
    }
    expect(await getToken({ req: cookie('abc'), secret })).toBeNull()
    expect(await getToken({ req: cookie('abc'), secret, decode: thrown })).toBeNull()
    expect(await getToken({ req: cookie('abc'), secret, decode: () => ({ sub: 'own' }) })).toStrictEqual({ sub: 'own' })
  })

  test('says what it needs', async () => {
    const without: Parameters<typeof getToken>[0] = JSON.parse('{"req":{}}')
    await expect(getToken(without)).rejects.toThrow('needs req')
    await expect(getToken(JSON.parse('{}') as typeof without)).rejects.toThrow('needs req')
    await expect(getToken({ req: cookie('abc') })).rejects.toThrow(MissingSecret)
    await expect(getToken({ req: cookie('abc'), secret: 'short' })).rejects.toThrow(WeakSecret)
    expect(await getToken({ req: { headers: new Headers() } })).toBeNull()
  })

  test('types say string for a raw token and claims for an opened one', async () => {
    const raw: string | null = await getToken({ req: cookie('abc'), raw: true })
    const claims: JWT | null = await getToken({ req: cookie('abc'), secret })
    expect([raw, claims]).toStrictEqual(['abc', null])
  })
})
