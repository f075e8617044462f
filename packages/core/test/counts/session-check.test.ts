import { describe, expect, test } from 'vitest'
import { createAuth, type AuthConfig } from '../../src/index.ts'
import { encode } from '../../src/jwt.ts'
import { defaultRuntime } from '../../src/runtime/platform.ts'
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

  test('is one opening for a long token, which is not cached', async () => {
    const config1000 = config(1000)
    const claims = { sub: 'ann', name: 'Ann', much: 'x'.repeat(4096) }
    const token = await encode({ token: claims, secret: SECRET, salt: NAME })
    const cookie = `${NAME}.0=${token.slice(0, 3936)}; ${NAME}.1=${token.slice(3936)}`
    expect(await counted(() => config1000, cookie, 'Ann')).toStrictEqual({ open: ROUNDS })
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
