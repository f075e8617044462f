import { hkdfSync } from 'node:crypto'
import { EncryptJWT } from 'jose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readCatalog } from '../../scripts/catalog/entries.ts'
import { encode, getToken } from '../../src/jwt.ts'
import { DuendeIdentityServer6 } from '../../src/providers/duende-identity-server6.ts'
import Email from '../../src/providers/email.ts'
import { decodeNextAuth4, fromAuthJs } from '../../src/compat/index.ts'
import { makeClock, ORIGIN, setUpAuth, SECRET } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'
import { inDays, move } from './moved.ts'
import recorded from './next-auth-4.json' with { type: 'json' }

const NAME = '__Secure-next-auth.session-token'
const OWN = '__Host-authwright.session-token'

const moved = (at: number, version: 4 | 5 = 4) => {
  const time = makeClock(new Date(at * 1000).toISOString())
  const config = fromAuthJs(
    {
      providers: [],
      secret: recorded.secret,
      callbacks: { session: ({ session, token }) => ({ ...session, role: token['role'], id: token.sub }) },
    },
    { until: new Date((recorded.exp + 100) * 1000), version },
  )
  return setUpAuth(config, { now: time.now })
}

describe('a session token of next-auth 4', () => {
  test.each([recorded, recorded.latest])('is accepted: $made', async ({ token, iat }) => {
    const ann = moved(iat + 60).browser({ [NAME]: token })
    expect(await ann.session()).toMatchObject({
      user: { name: 'Ann', email: 'ann@example.org', image: 'https://img.example/ann.png' },
      role: 'admin',
      id: 'user-1',
    })
    expect([...ann.cookies.keys()]).toStrictEqual([OWN])
    expect(await ann.session()).toMatchObject({ id: 'user-1' })
  })

  test('is accepted from chunks', async () => {
    const half = Math.floor(recorded.token.length / 2)
    const chunks = { [`${NAME}.0`]: recorded.token.slice(0, half), [`${NAME}.1`]: recorded.token.slice(half) }
    const ann = moved(recorded.iat + 60).browser(chunks)
    expect(await ann.session()).toMatchObject({ id: 'user-1' })
    expect([...ann.cookies.keys()]).toStrictEqual([OWN])
  })

  test('is refused after it has expired', async () => {
    expect(
      await moved(recorded.exp)
        .browser({ [NAME]: recorded.token })
        .session(),
    ).toBeNull()
  })

  test('is refused if it was made for another purpose', async () => {
    expect(
      await moved(recorded.iat)
        .browser({ [NAME]: recorded.salted })
        .session(),
    ).toBeNull()
  })

  test.each(['state', 'nonce', 'code_verifier', 'value'])(
    'is refused if it is the %s of an attempt, which early versions sealed with the same key',
    async (check) => {
      const secret = new TextEncoder().encode(recorded.secret)
      const info = 'NextAuth.js Generated Encryption Key'
      const key = new Uint8Array(hkdfSync('sha256', secret, '', info, 32))
      const seal = (claims: Record<string, unknown>): Promise<string> =>
        new EncryptJWT({ ...claims, iat: recorded.iat, exp: recorded.exp, jti: 'j' })
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .encrypt(key)
      const ask = async (claims: Record<string, unknown>) =>
        moved(recorded.iat + 60)
          .browser({ [NAME]: await seal(claims) })
          .session()
      expect(await ask({ [check]: 'x' })).toBeNull()
      expect(await ask({ [check]: 'x', sub: 'user-1' })).toMatchObject({ id: 'user-1' })
    },
  )

  test('is refused by the preset for Auth.js 5', async () => {
    const context = moved(recorded.iat, 5)
    expect(await context.browser({ [NAME]: recorded.token }).session()).toBeNull()
    expect(await context.browser({ '__Secure-authjs.session-token': recorded.token }).session()).toBeNull()
  })

  test('is opened only with the secret that sealed it', async () => {
    const params = { token: recorded.token, salt: NAME }
    expect(await decodeNextAuth4({ ...params, secret: `${SECRET}!` })).toBeNull()
  })
})

test('a session of next-auth 4 in the database continues', async () => {
  const store = makeStore()
  store.users.set('7', { id: '7', name: 'Ann', email: 'ann@example.org', emailVerified: null })
  store.sessions.set('token', { sessionToken: 'token', userId: '7', expires: inDays(20) })
  const ann = move({ adapter: new StoreAdapter(store) }, { version: 4 }).browser({ [NAME]: 'token' })
  expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
  expect(Object.fromEntries(ann.cookies)).toStrictEqual({ [OWN]: 'token' })
})

test('getToken reads a token of next-auth 4 with decodeNextAuth4', async () => {
  vi.useFakeTimers({ now: (recorded.iat + 60) * 1000, toFake: ['Date'] })
  const headers = new Headers({ cookie: `${NAME}=${recorded.token}` })
  const params = { req: { headers }, secret: recorded.secret, cookieName: NAME, decode: decodeNextAuth4 }
  expect(await getToken(params)).toMatchObject({ sub: 'user-1', role: 'admin' })
  vi.setSystemTime(recorded.exp * 1000)
  expect(await getToken(params)).toBeNull()
})

describe('getToken with legacySessions', () => {
  const readToken = async (at: number, cookie: string, until = recorded.exp + 100) => {
    vi.useFakeTimers({ now: at * 1000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { legacySessions } = fromAuthJs({ providers: [] }, { until: new Date(until * 1000), version: 4 })
    return getToken({ req: { headers: new Headers({ cookie }) }, secret: recorded.secret, legacySessions })
  }
  const old = `${NAME}=${recorded.token}`

  test('reads a session of next-auth 4', async () => {
    expect(await readToken(recorded.iat + 60, old)).toMatchObject({ sub: 'user-1', role: 'admin' })
    const half = Math.floor(recorded.token.length / 2)
    const chunks = `${NAME}.0=${recorded.token.slice(0, half)}; ${NAME}.1=${recorded.token.slice(half)}`
    expect(await readToken(recorded.iat + 60, chunks)).toMatchObject({ sub: 'user-1' })
  })

  test('prefers the session of this library', async () => {
    vi.useFakeTimers({ now: (recorded.iat + 60) * 1000, toFake: ['Date'] })
    const token = await encode({ token: { sub: 'user-2' }, secret: recorded.secret, salt: OWN })
    expect(await readToken(recorded.iat + 60, `${old}; ${OWN}=${token}`)).toMatchObject({ sub: 'user-2' })
  })

  test('reads none that has expired, none after the date, and none that was sealed for another purpose', async () => {
    expect(await readToken(recorded.exp, old)).toBeNull()
    expect(await readToken(recorded.iat + 60, old, recorded.iat + 60)).toBeNull()
    expect(await readToken(recorded.iat + 60, `${NAME}=${recorded.salted}`)).toBeNull()
    expect(await readToken(recorded.iat + 60, '')).toBeNull()
  })
})

describe('the providers of next-auth 4', () => {
  test('have the same ids here, except for one', async () => {
    const own = new Set(['credentials', Email().id, ...(await readCatalog()).map(({ id }) => id)])
    expect(recorded.providers.filter((id) => !own.has(id))).toStrictEqual(['duende-identityserver6'])
  })

  test('keep an id that is set in the entry, and so the callback URL', async () => {
    const client = { clientId: 'client', clientSecret: 'secret', issuer: 'https://identity.example' }
    const provider = DuendeIdentityServer6({ ...client, id: 'duende-identityserver6' })
    const browser = setUpAuth({ providers: [provider], basePath: '/api/auth' }).browser()
    expect(await (await browser.get('/api/auth/providers')).json()).toMatchObject({
      'duende-identityserver6': { callbackUrl: `${ORIGIN}/api/auth/callback/duende-identityserver6` },
    })
  })
})
