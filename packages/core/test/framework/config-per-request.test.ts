import { describe, expect, test } from 'vitest'
import { createAuth, type AuthConfig } from '../../src/index.ts'
import { encode } from '../../src/jwt.ts'
import Credentials from '../../src/providers/credentials.ts'
import { ORIGIN, SECRET } from '@authwright/test-kit/auth-setup'

const NAME = '__Host-authwright.session-token'
const OTHER = 'kP3x9Vb2Lq7Zt5Wm1Ys8Rd4Hn6Jc0GfT2'

const cookieWith = async (secret: string): Promise<string> =>
  `${NAME}=${await encode({ token: { sub: 'ann', name: 'Ann' }, secret, salt: NAME })}`

const sessionOf = async (config: AuthConfig, cookie: string) =>
  (await createAuth(config).session({ url: `${ORIGIN}/`, headers: new Headers({ cookie }) })).session

/** A config as a function returns it for each request: its functions use values of the request. */
const configFor = (name: string, given: Partial<AuthConfig> = {}): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  providers: [Credentials({ credentials: {}, authorize: () => ({ id: name, name }) })],
  callbacks: { session: ({ session }) => ({ ...session, seenBy: name }) },
  ...given,
})

const signIn = async (config: AuthConfig) => {
  const from = { url: `${ORIGIN}/`, headers: new Headers({ origin: ORIGIN }), method: 'POST' }
  const { cookies = [] } = await createAuth(config).signIn(from, 'credentials')
  const { value } = cookies.find(({ name }) => name === NAME) ?? { value: '' }
  return sessionOf(config, `${NAME}=${value}`)
}

describe('a config that is made anew for each request', () => {
  test('is used with its own callbacks', async () => {
    const cookie = await cookieWith(SECRET)
    expect(await sessionOf(configFor('one'), cookie)).toMatchObject({ seenBy: 'one' })
    expect(await sessionOf(configFor('two'), cookie)).toMatchObject({ seenBy: 'two' })
  })

  test('is used with its own events', async () => {
    const cookie = await cookieWith(SECRET)
    const seen: string[] = []
    const eventsOf = (name: string) => ({ events: { session: () => void seen.push(name) } })
    await sessionOf(configFor('one', eventsOf('one')), cookie)
    await sessionOf(configFor('two', eventsOf('two')), cookie)
    expect(seen).toStrictEqual(['one', 'two'])
  })

  test('is used with its own providers', async () => {
    expect(await signIn(configFor('one'))).toMatchObject({ user: { name: 'one' } })
    expect(await signIn(configFor('two'))).toMatchObject({ user: { name: 'two' } })
  })

  test('is used with its own providers where another value differs too', async () => {
    expect(await signIn(configFor('one', { session: { maxAge: 7001 } }))).toMatchObject({ user: { name: 'one' } })
    expect(await signIn(configFor('two', { session: { maxAge: 7002 } }))).toMatchObject({ user: { name: 'two' } })
  })

  test('is used with its own adapter', async () => {
    const adapterOf = (name: string) => ({
      session: { strategy: 'jwt', updateAge: 0 } as const,
      adapter: { getUser: (id: string) => Promise.resolve({ id, name, email: name, emailVerified: null }) },
    })
    const token = { sub: 'ann', name: 'Ann', 'authwright.user': [1, 0] }
    const cookie = `${NAME}=${await encode({ token, secret: SECRET, salt: NAME })}`
    const providers: AuthConfig['providers'] = []
    expect(await sessionOf(configFor('one', { ...adapterOf('one'), providers }), cookie)).not.toBeNull()
    const gone = { ...adapterOf('two'), adapter: { getUser: () => Promise.resolve(null) } }
    expect(await sessionOf(configFor('two', { ...gone, providers }), cookie)).toBeNull()
  })

  test('is used with a secret that was added to a list of secrets', async () => {
    const secret = [SECRET]
    const cookie = await cookieWith(OTHER)
    expect(await sessionOf(configFor('one', { secret }), cookie)).toBeNull()
    secret.push(OTHER)
    expect(await sessionOf(configFor('one', { secret }), cookie)).toMatchObject({ user: { name: 'Ann' } })
  })

  test('is checked again when its content changes', async () => {
    await sessionOf(configFor('one'), '')
    await expect(sessionOf(configFor('one', { session: { maxAge: -1 } }), '')).rejects.toThrow('session.maxAge')
    await expect(sessionOf(configFor('one', { callbacks: { session: true as never } }), '')).rejects.toThrow(
      'callbacks.session',
    )
    const database = { session: { strategy: 'database' } } as const
    await expect(sessionOf(configFor('one', database), '')).rejects.toThrow('An adapter is needed')
  })

  test('may have a member that contains itself', async () => {
    const cookie = await cookieWith(SECRET)
    const cyclic = () => {
      const client: Record<string, unknown> = { name: 'client' }
      client['self'] = client
      const provider = { ...Credentials({ credentials: {}, authorize: () => null }), client }
      return configFor('one', { providers: [provider] })
    }
    for (let i = 0; i < 2; i += 1) expect(await sessionOf(cyclic(), cookie)).toMatchObject({ seenBy: 'one' })
  })
})
