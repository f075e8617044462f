import { randomBytes } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { Passkey as passkeyProvider } from '@authwright/core/providers/passkey'
import { Passkey } from '@authwright/test-kit/webauthn/authenticator'
import { postResponse, fetchOptions, register, signIn } from '@authwright/test-kit/webauthn/passkey-setup'
import { pendingPasskeyRules } from '@authwright/test-kit/webauthn/pending-passkeys'
import { location, setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'
import type { SqlAdapter } from '../src/index.ts'
import { type EngineKind, engines } from './engines.ts'
import { withEngine } from './with-engine.ts'

vi.setConfig({ testTimeout: 60_000 })

const HOME = `${ORIGIN}/`
const ACTION = { action: 'authenticate' }

const defineTests = (kind: EngineKind) => {
  let adapter: SqlAdapter
  withEngine(kind, (open) => void ({ adapter } = open))

  const setup = (strategy: 'database' | 'jwt' = 'database') =>
    setUpAuth({
      providers: [passkeyProvider()],
      adapter,
      experimental: { enableWebAuthn: true },
      session: { strategy },
    })
  const address = () => `${randomBytes(6).toString('hex')}@example.org`
  const row = async (passkey: Passkey) => adapter.getAuthenticator(passkey.id.toString('base64'))

  test.each(['database', 'jwt'] as const)(
    'a user signs up, adds a passkey and signs in, with %s sessions',
    async (strategy) => {
      const site = setup(strategy)
      const [first, second] = [new Passkey({ be: true }), new Passkey()]
      const [visitor, email] = [site.browser(), address()]
      expect(location(await register(visitor, first, email))).toBe(HOME)
      expect(location(await register(visitor, second))).toBe(HOME)
      for (const passkey of [first, second]) {
        const other = site.browser()
        expect(location(await signIn(other, passkey))).toBe(HOME)
        expect((await other.session())?.user?.email).toBe(email)
      }
      expect(await row(first)).toMatchObject({ counter: 2, credentialBackedUp: true, userHandle: first.userHandle })
      expect((await row(first))?.lastUsedAt).toEqual(new Date('2030-01-01T12:00:00Z'))
      expect(site.errors).toEqual([])
    },
  )

  describe('that wait for their e-mail', () => {
    pendingPasskeyRules(() => adapter)
  })

  test('twenty sign-ins at once never decrease the counter', async () => {
    const site = setup()
    const passkey = new Passkey()
    await register(site.browser(), passkey, address())
    const ready = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const visitor = site.browser()
        const { options } = await fetchOptions(visitor, ACTION)
        return { visitor, data: passkey.assert(options) }
      }),
    )
    const counters: number[] = []
    await Promise.all(
      ready.toReversed().map(async ({ visitor, data }) => {
        await postResponse(visitor, 'authenticate', data)
        counters.push((await row(passkey))?.counter ?? 0)
      }),
    )
    expect(counters).toEqual(counters.toSorted((a, b) => a - b))
    expect(counters.at(-1)).toBe(21)
  })

  test('a response that is sent twenty times signs in once', async () => {
    const site = setup()
    const passkey = new Passkey()
    passkey.counts = false
    await register(site.browser(), passkey, address())
    const visitor = site.browser()
    const { options } = await fetchOptions(visitor, ACTION)
    const data = passkey.assert(options)
    const all = await Promise.all(Array.from({ length: 20 }, () => postResponse(visitor.copy(), 'authenticate', data)))
    expect(all.filter((response) => location(response) === HOME)).toHaveLength(1)
  })

  test('a credential id that is registered four times at once belongs to one user', async () => {
    const site = setup()
    const id = randomBytes(32)
    const ready = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const [visitor, email, passkey] = [site.browser(), address(), new Passkey({ id })]
        const { options } = await fetchOptions(visitor, { action: 'register', email })
        return { visitor, email, data: passkey.register(options) }
      }),
    )
    await Promise.all(ready.map(({ visitor, data }) => postResponse(visitor, 'register', data)))
    const inside = await Promise.all(
      ready.map(async ({ visitor, email }) => {
        const user = (await visitor.session())?.user
        return user === undefined ? 'none' : user.email === email ? 'self' : 'another'
      }),
    )
    expect(inside.toSorted((a, b) => a.localeCompare(b))).toEqual(['none', 'none', 'none', 'self'])
    const users = await Promise.all(ready.map(async ({ email }) => adapter.getUserByEmail(email)))
    expect(users.filter((user) => user !== null)).toHaveLength(1)
  })

  test('of two passkeys that are deleted at once, one remains', async () => {
    const site = setup()
    const [first, second] = [new Passkey(), new Passkey()]
    const visitor = site.browser()
    await register(visitor, first, address())
    await register(visitor, second)
    await Promise.all(
      [first, second].map((passkey) =>
        visitor
          .copy()
          .post('/auth/account', { action: 'passkey-delete', credentialId: passkey.id.toString('base64url') }),
      ),
    )
    expect([await row(first), await row(second)].filter((kept) => kept !== null)).toHaveLength(1)
  })
}

describe.each([engines.sqlite, engines.pglite, engines.pg, engines.mariadb])('passkeys over $name', (kind) => {
  defineTests(kind)
})
