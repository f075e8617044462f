import nodeCrypto from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { decodeAuthJs, fromAuthJs } from '../../src/compat/index.ts'
import { createAuth, type AuthConfig } from '../../src/index.ts'
import { encode } from '../../src/jwt.ts'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import { SECURE_NAME, signInWithAuthJs } from '../compat/authjs.ts'
import { counting, engines } from '../support/engines.ts'
import { ORIGIN, SECRET } from '@authwright/test-kit/auth-setup'

const NAME = '__Host-authwright.session-token'

const config = (cookieCacheSize: number): AuthConfig => ({
  providers: [],
  secret: [SECRET, `${SECRET}, older`],
  trustHost: true,
  session: { cookieCacheSize },
})

const signedIn = async (): Promise<string> =>
  `${NAME}=${await encode({ token: { sub: 'ann', name: 'Ann' }, secret: SECRET, salt: NAME })}`

/** A session of 8 KB. The cookie is in three chunks. */
const signedInWith8KB = async (): Promise<string> => {
  const claims = { sub: 'ann', name: 'Ann', much: 'x'.repeat(6000) }
  const token = await encode({ token: claims, secret: SECRET, salt: NAME })
  const chunks = [token.slice(0, 3936), token.slice(3936, 7872), token.slice(7872)]
  return chunks.map((chunk, i) => `${NAME}.${i}=${chunk}`).join('; ')
}

/** A token in the format of Auth.js 5, A256CBC-HS512. */
const signedInWithAuthJs = async (): Promise<string> => `${SECURE_NAME}=${(await signInWithAuthJs())[SECURE_NAME]}`

const ask = (cookie: string) => new Request(`${ORIGIN}/auth/session`, { headers: cookie === '' ? {} : { cookie } })

describe.each(engines)('what a session check asks of the %s engine', (_name, engine) => {
  const ROUNDS = 20

  const counted = async (make: () => AuthConfig, cookie: string, expected: string) => {
    const { engine: crypto, counts } = counting(engine)
    const runtime = { ...defaultRuntime, crypto }
    const request = async () => {
      const response = await createAuth(make(), runtime).handle(ask(cookie))
      expect(await response.text()).toContain(expected)
    }
    await request()
    const before: Record<string, number> = { ...counts }
    for (let i = 0; i < ROUNDS; i += 1) await request()
    const spent = Object.entries(counts).map(([work, count]) => [work, count - (before[work] ?? 0)] as const)
    return Object.fromEntries(spent.filter(([, count]) => count > 0))
  }

  test('is one opening, and no key', async () => {
    const config0 = config(0)
    expect(await counted(() => config0, await signedIn(), 'Ann')).toStrictEqual({ open: ROUNDS })
  })

  test('is nothing for such a cookie when the config, with its functions, is new with each request', async () => {
    const make = (): AuthConfig => ({ ...config(1000), callbacks: { session: ({ session }) => session } })
    expect(await counted(make, await signedIn(), 'Ann')).toStrictEqual({})
  })

  test('is one opening, and no key, when the config differs with each request', async () => {
    let maxAge = 1000
    const make = (): AuthConfig => ({ ...config(1000), session: { maxAge: (maxAge += 1) } })
    expect(await counted(make, await signedIn(), 'Ann')).toStrictEqual({ open: ROUNDS })
  })

  test('is nothing for a cookie that was opened before', async () => {
    const config1000 = config(1000)
    expect(await counted(() => config1000, await signedIn(), 'Ann')).toStrictEqual({})
  })

  test('is nothing for 8 KB in chunks that were opened before', async () => {
    const config1000 = config(1000)
    expect(await counted(() => config1000, await signedInWith8KB(), 'Ann')).toStrictEqual({})
  })

  test('is one opening for 8 KB in chunks if the cache has room for 4 KB only', async () => {
    const config1 = config(1)
    expect(await counted(() => config1, await signedInWith8KB(), 'Ann')).toStrictEqual({ open: ROUNDS })
    expect(await counted(() => config1, await signedIn(), 'Ann')).toStrictEqual({})
  })

  test('is one opening and one sealing for a session that is renewed', async () => {
    const renewing = { ...config(0), session: { cookieCacheSize: 0, updateAge: 0 } }
    const expected = { open: ROUNDS, seal: ROUNDS }
    expect(await counted(() => renewing, await signedIn(), 'Ann')).toStrictEqual(expected)
    expect(await counted(() => renewing, await signedInWith8KB(), 'Ann')).toStrictEqual(expected)
  })

  test('is one sealing for a session that is renewed, if its cookie was opened before', async () => {
    const renewing = { ...config(1000), session: { updateAge: 0 } }
    expect(await counted(() => renewing, await signedIn(), 'Ann')).toStrictEqual({ seal: ROUNDS })
    expect(await counted(() => renewing, await signedInWith8KB(), 'Ann')).toStrictEqual({ seal: ROUNDS })
  })

  test('is nothing without a cookie', async () => {
    const config0 = config(0)
    expect(await counted(() => config0, '', 'null')).toStrictEqual({})
  })

  test('is one opening for a cookie that was tampered with, each time', async () => {
    const config1000 = config(1000)
    const cookie = await signedIn()
    const changed = cookie.slice(0, -30) + (cookie.at(-30) === 'A' ? 'B' : 'A') + cookie.slice(-29)
    expect(await counted(() => config1000, changed, 'null')).toStrictEqual({ open: ROUNDS })
  })
})

describe('what a session check asks of node:crypto for a cookie of Auth.js', () => {
  const ROUNDS = 20

  const counted = async (config: AuthConfig) => {
    const cookie = await signedInWithAuthJs()
    const request = async () => {
      const response = await createAuth(config).handle(ask(cookie))
      expect(await response.text()).toContain('Ann')
    }
    await request()
    const methods = ['hkdfSync', 'createSecretKey', 'createHmac', 'createDecipheriv', 'createCipheriv'] as const
    const spies = methods.map((name) => vi.spyOn(nodeCrypto, name))
    onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
    for (let i = 0; i < ROUNDS; i += 1) await request()
    const spent = spies.map((spy, i) => [methods[i], spy.mock.calls.length] as const)
    return Object.fromEntries(spent.filter(([, count]) => count > 0))
  }

  test('is the check of one tag and one opening, and no key, if both libraries share the cookie', async () => {
    const shared = { ...config(0), cookies: { sessionToken: { name: SECURE_NAME } }, jwt: { decode: decodeAuthJs } }
    expect(await counted(shared)).toStrictEqual({ createHmac: ROUNDS, createDecipheriv: ROUNDS })
  })

  test('is one sealing more if the session is taken over', async () => {
    const until = new Date(Date.now() + 86_400_000)
    const expected = { createHmac: ROUNDS, createDecipheriv: ROUNDS, createCipheriv: ROUNDS }
    expect(await counted(fromAuthJs(config(0), { until }))).toStrictEqual(expected)
  })
})
