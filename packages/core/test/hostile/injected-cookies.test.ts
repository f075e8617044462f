import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromAuthJs } from '../../src/compat/index.ts'
import { resolveCookies } from '../../src/config/cookie-set.ts'
import { createAuth, type AuthConfig } from '../../src/index.ts'
import { encode, getToken } from '../../src/jwt.ts'
import { SECURE_NAME, signInWithAuthJs } from '../compat/authjs.ts'
import { move } from '../compat/moved.ts'
import { startLink, setUpLinking, signUp } from '@authwright/test-kit/linking/linking-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { ORIGIN, SECRET } from '@authwright/test-kit/auth-setup'
import { makeStore, StoreAdapter } from '../support/store.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

// The session is shared with subdomains, so its cookie cannot be bound to the host, and siblings can inject one.
const NAME = '__Secure-authwright.session-token'
const cookies: AuthConfig['cookies'] = { sessionToken: { options: { domain: 'example.com' } } }

interface Checked {
  readonly name: unknown
  readonly cookies: number
}

interface Subject {
  readonly askWith: (cookie: string) => Promise<Checked>
  readonly ask: (...values: readonly string[]) => Promise<Checked>
  readonly signOut: (...values: readonly string[]) => Promise<unknown>
  readonly ann: string
  readonly bob: string
  readonly calls: () => number
}

const asking = (auth: ReturnType<typeof createAuth>): Pick<Subject, 'ask' | 'askWith' | 'signOut'> => {
  const cookieOf = (values: readonly string[]) => values.map((value) => `${NAME}=${value}`).join('; ')
  const askWith = async (cookie: string): Promise<Checked> => {
    const response = await auth.handle(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }))
    const session = (await response.json()) as { user: { name: unknown } } | null
    return { name: session?.user.name, cookies: response.headers.getSetCookie().length }
  }
  return {
    askWith,
    ask: (...values) => askWith(cookieOf(values)),
    signOut: (...values) => {
      const headers = { cookie: cookieOf(values), origin: ORIGIN }
      return auth.handle(new Request(`${ORIGIN}/auth/signout`, { method: 'POST', headers }))
    },
  }
}

const inCookies = async (): Promise<Subject> => {
  const auth = createAuth({ providers: [], secret: SECRET, trustHost: true, cookies })
  const seal = (name: string) => encode({ token: { sub: name, name }, secret: SECRET, salt: NAME })
  return { ...asking(auth), ann: await seal('Ann'), bob: await seal('Bob'), calls: () => 0 }
}

const inDatabase = async (): Promise<Subject> => {
  const store = makeStore()
  for (const name of ['Ann', 'Bob']) {
    store.users.set(name, { id: name, name, email: `${name}@example.org`, emailVerified: null })
    store.sessions.set(name, { sessionToken: name, userId: name, expires: new Date(Date.now() + 30 * 86_400_000) })
  }
  const config = { providers: [], secret: SECRET, trustHost: true, cookies, adapter: new StoreAdapter(store) }
  const calls = () => store.trace.filter((call) => call === 'A.getSessionAndUser').length
  return { ...asking(createAuth(config)), ann: 'Ann', bob: 'Bob', calls }
}

describe.each([
  ['in cookies', inCookies],
  ['in a database', inDatabase],
])('a cookie injected beside the cookie of a session %s', (_where, make) => {
  test.each(['before', 'after'])('does not sign the user out if it comes %s', async (place) => {
    const { ask, ann } = await make()
    const injected = 'injected'
    expect((await ask(...(place === 'before' ? [injected, ann] : [ann, injected]))).name).toBe('Ann')
  })

  test('does not sign the user in to the attacker’s session: of two valid sessions none is used and none is cleared', async () => {
    const { ask, ann, bob } = await make()
    expect(await ask(bob, ann)).toEqual({ name: undefined, cookies: 0 })
    expect(await ask(ann, bob)).toEqual({ name: undefined, cookies: 0 })
  })

  test('is not looked up if there are too many, and no cookie is cleared', async () => {
    const { ask, ann, calls } = await make()
    expect(await ask(ann, 'b', 'c', 'd', 'e')).toEqual({ name: undefined, cookies: 0 })
    expect(calls()).toBe(0)
  })

  test.each(['.0', '.7'])('does not sign the user out as the chunk %s', async (suffix) => {
    const { askWith, ann } = await make()
    expect(await askWith(`${NAME}=${ann}; ${NAME}${suffix}=injected`)).toMatchObject({ name: 'Ann' })
    expect(await askWith(`${NAME}=expired; ${NAME}${suffix}=injected`)).toEqual({ name: undefined, cookies: 0 })
  })

  test('does not sign the user in as chunks', async () => {
    const { askWith, ann, bob } = await make()
    const parts = `${NAME}.0=${bob.slice(0, 2)}; ${NAME}.1=${bob.slice(2)}`
    expect(await askWith(`${NAME}=${ann}; ${parts}`)).toEqual({ name: undefined, cookies: 0 })
  })

  test('counts once if it has the same value', async () => {
    const { ask, ann, calls } = await make()
    expect((await ask(ann, ann)).name).toBe('Ann')
    expect(calls()).toBeLessThan(2)
  })

  test('makes no session if neither value is valid', async () => {
    const { ask } = await make()
    expect((await ask('a', 'b')).name).toBeUndefined()
  })
})

describe('a chunk injected after the chunks of a session', () => {
  /** A session token of this length, or of the next length that a token can have. */
  const ofLength = async (length: number): Promise<string> => {
    const seal = (pad: number) =>
      encode({ token: { sub: 'Ann', name: 'Ann', pad: 'x'.repeat(pad) }, secret: SECRET, salt: NAME })
    let pad = Math.floor(((length - (await seal(0)).length) * 3) / 4) - 8
    let token = await seal(pad)
    while (token.length < length) token = await seal((pad += 1))
    return token
  }
  const inParts = (token: string): string =>
    (token.match(/.{1,3936}/g) ?? []).map((part, i) => `${NAME}.${i}=${part}`).join('; ')

  test.each([
    ['two chunks', 5000, '.2'],
    ['two chunks', 5000, '.5'],
    ['two full chunks', 2 * 3936, '.2'],
    ['two full chunks', 2 * 3936, '.9'],
    ['three chunks', 9000, '.3'],
    ['three chunks', 9000, '.99'],
  ])('of %s (%i characters) does not sign the user out: %s', async (_what, length, suffix) => {
    const { askWith } = await inCookies()
    const ours = inParts(await ofLength(length))
    for (const injected of ['x', 'x'.repeat(3936)])
      expect(await askWith(`${NAME}${suffix}=${injected}; ${ours}`)).toEqual({ name: 'Ann', cookies: 0 })
  })

  test('clears nothing if the first chunk was injected twice', async () => {
    const { askWith } = await inCookies()
    const ours = inParts(await ofLength(5000))
    expect(await askWith(`${NAME}.0=injected; ${ours}; ${NAME}.5=x`)).toEqual({ name: undefined, cookies: 0 })
  })

  test('is ignored by getToken', async () => {
    const ours = inParts(await ofLength(5000))
    const req = new Request(ORIGIN, { headers: { cookie: `${ours}; ${NAME}.2=injected` } })
    expect(await getToken({ req, secret: SECRET })).toMatchObject({ sub: 'Ann' })
  })

  test('is ignored in a legacy session', async () => {
    const claims = { pad: 'x'.repeat(4000) }
    const old = await signInWithAuthJs({ callbacks: { jwt: ({ token }) => ({ ...token, ...claims }) } })
    expect(Object.keys(old)).toStrictEqual([`${SECURE_NAME}.0`, `${SECURE_NAME}.1`])
    const ann = move().browser({ ...old, [`${SECURE_NAME}.7`]: 'injected' })
    expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
  })
})

test('signing out ends the session beside which a cookie was injected', async () => {
  const { ask, signOut, ann } = await inDatabase()
  await signOut('injected', ann)
  expect((await ask(ann)).name).toBeUndefined()
})

describe('a control character, on which PostgreSQL throws,', () => {
  const strict = (more: (config: Omit<AuthConfig, 'raw'>) => AuthConfig = (config) => config) => {
    const store = makeStore()
    store.users.set('Ann', { id: 'Ann', name: 'Ann', email: 'ann@example.org', emailVerified: null })
    store.sessions.set('Ann', { sessionToken: 'Ann', userId: 'Ann', expires: new Date(Date.now() + 30 * 86_400_000) })
    const adapter = new StoreAdapter(store)
    const { getSessionAndUser } = adapter
    adapter.getSessionAndUser = async (token) => {
      if (token.includes('\0')) throw new Error('invalid byte sequence for encoding "UTF8": 0x00')
      return getSessionAndUser.call(adapter, token)
    }
    return asking(createAuth(more({ providers: [], secret: SECRET, trustHost: true, cookies, adapter })))
  }

  test('does not sign the user out beside the session cookie', async () => {
    const { askWith, ask } = strict()
    expect(await ask('%00', 'Ann')).toStrictEqual({ name: 'Ann', cookies: 0 })
    expect(await askWith(`${NAME}=Ann; ${NAME}.0=%00`)).toStrictEqual({ name: 'Ann', cookies: 0 })
  })

  test('is no session, and its cookie is cleared', async () => {
    expect(await strict().ask('a%00')).toStrictEqual({ name: undefined, cookies: 1 })
  })

  test('is no legacy session either', async () => {
    const { askWith } = strict((config) => fromAuthJs(config, { until: new Date(Date.now() + 86_400_000) }))
    expect((await askWith('__Secure-authjs.session-token=%00')).name).toBeUndefined()
  })
})

describe('with legacy sessions', () => {
  const LEGACY = '__Secure-authjs.session-token'

  const moving = () => {
    const store = makeStore()
    for (const name of ['Ann', 'Bob', 'Eve']) {
      store.users.set(name, { id: name, name, email: `${name}@example.org`, emailVerified: null })
      store.sessions.set(name, { sessionToken: name, userId: name, expires: new Date(Date.now() + 30 * 86_400_000) })
    }
    const config = { providers: [], secret: SECRET, trustHost: true, cookies, adapter: new StoreAdapter(store) }
    return asking(createAuth(fromAuthJs(config, { until: new Date(Date.now() + 86_400_000) })))
  }

  test('an injected legacy session does not decide between two own sessions', async () => {
    const { askWith } = moving()
    const ours = `${NAME}=Ann; ${NAME}=Bob`
    expect(await askWith(`${ours}; ${LEGACY}=Eve`)).toEqual({ name: undefined, cookies: 0 })
    expect((await askWith(`${NAME}=a; ${NAME}=b; ${LEGACY}=Eve`)).name).toBe('Eve')
  })

  test('an injected legacy session beside another one clears neither', async () => {
    const { askWith } = moving()
    expect(await askWith(`${LEGACY}=Ann; ${LEGACY}=Eve`)).toEqual({ name: undefined, cookies: 0 })
  })
})

test('every cookie of a sign-in is bound to the host, and no cookie that a sibling domain can inject is read', async () => {
  const setup = setUpLinking({ adapter: memoryAdapter(), provider, config: { useSecureCookies: true } })
  const { browser: ann } = await signUp(setup)
  expect(await ann.session()).toMatchObject({ user: { name: 'Ann' } })
  await startLink(ann, 'ob')
  const names = [...ann.cookies.keys()].map((name) => name.replace(/[0-9a-f]{12}$/, '*'))
  expect(names).toContain('__Host-authwright.session-token')
  expect(names).toContain('__Host-authwright.state.*')
  expect(names.filter((name) => !name.startsWith('__Host-authwright.'))).toStrictEqual([])
  for (const prefix of ['__Secure-', '']) {
    const injected = [...ann.cookies].map(([name, value]) => [name.replace('__Host-', prefix), value])
    expect(await setup.browser(Object.fromEntries(injected)).session()).toBeNull()
  }
})

test.each([
  ['a domain', { domain: 'example.com' }],
  ['a path', { path: '/app' }],
])('a cookie with %s has the prefix __Secure-, which browsers accept', (_what, attributes) => {
  const { sessionToken: session, csrfToken: csrf } = resolveCookies({ sessionToken: { options: attributes } }, true)
  expect([session.name, csrf.name]).toStrictEqual(['__Secure-authwright.session-token', '__Host-authwright.csrf-token'])
})
