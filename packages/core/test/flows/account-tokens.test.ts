import { memoryAdapter } from '@authwright/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account, Adapter, AdapterAccount, AuthConfig, OAuth2Config } from '../../src/index.ts'
import { openProviderTokens, sealProviderTokens } from '../../src/provider-tokens.ts'
import { describeError } from '../../src/errors/describe-error.ts'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import { counting } from '../support/engines.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth, type TestBrowser } from '@authwright/test-kit/auth-setup'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

const SECRET = 'a secret for the tokens of accounts, long enough'
const TOKENS = { access_token: 'at-1', refresh_token: 'rt-2', oauth_token_secret: 'os-3' }
const PLAIN = /at-1|rt-2|os-3/

/** Everything that the adapter receives, as text. */
const recordCalls = (
  adapter: Adapter,
  recorded: string[],
  fail: (name: string, call: number) => boolean = () => false,
) => {
  const calls = new Map<string, number>()
  const wrap = (inner: Adapter): Adapter => {
    const pairs = Object.entries(inner).map(([name, method]: [string, unknown]) => [
      name,
      async (...given: readonly unknown[]) => {
        recorded.push(`${name} ${JSON.stringify(given)}`)
        const call = (calls.get(name) ?? 0) + 1
        calls.set(name, call)
        const response: unknown = await Reflect.apply(method as (...all: unknown[]) => unknown, inner, given)
        if (fail(name, call)) throw new Error('the response was lost')
        return response
      },
    ])
    return Object.fromEntries(pairs) as Adapter
  }
  const { state: _state, transaction: _none, ...rest } = adapter as ReturnType<typeof memoryAdapter>
  return wrap(rest)
}

const own: Partial<OAuth2Config> = { account: (tokens) => ({ ...tokens, ...TOKENS }) }

const setUp = (config: Partial<AuthConfig> = {}, adapter = memoryAdapter()) => {
  const told: Account[] = []
  const recordAccount = ({ account }: { readonly account: Account | null }): void => {
    if (account !== null) told.push(account)
  }
  const context = setUpAuth({
    adapter,
    providers: [
      provider.config({ ...own, allowDangerousEmailAccountLinking: true }),
      provider.config({ ...own, id: 'ob', name: 'OB', allowDangerousEmailAccountLinking: true }),
    ],
    account: { tokens: { secret: SECRET } },
    events: { linkAccount: recordAccount, signIn: recordAccount },
    ...config,
  })
  const rows = (): AdapterAccount[] => [...adapter.state().accounts.values()]
  return { ...context, told, rows, adapter }
}

const signIn = async (browser: TestBrowser, id = 'oa'): Promise<string> => {
  const asked = location(await browser.post(`/auth/signin/${id}`))
  return location(await browser.get(callbackUrl(asked)))
}

describe('with a secret for provider tokens', () => {
  test('the database has no token in clear, and callbacks and events get all of them', async () => {
    const { browser, rows, told, errors } = setUp()
    expect(await signIn(browser())).not.toContain('error')
    expect(JSON.stringify(rows())).not.toMatch(PLAIN)
    expect(rows()).toMatchObject([{ provider: 'oa', scope: 'user', token_type: 'bearer' }])
    expect(told[0]).toMatchObject({ provider: 'oa', ...TOKENS })
    const [row] = rows()
    expect(row && (await openProviderTokens(row, { secret: SECRET }))).toMatchObject(TOKENS)
    expect(errors).toStrictEqual([])
  })

  test('the jwt callback gets the tokens of the provider unsealed', async () => {
    const accounts: unknown[] = []
    const { browser, rows } = setUp({
      session: { strategy: 'jwt' },
      callbacks: { jwt: ({ token, account }) => (account && accounts.push(account), token) },
    })
    await signIn(browser())
    expect(accounts).toMatchObject([{ provider: 'oa', access_token: 'at-1', scope: 'user' }])
    expect(JSON.stringify(rows())).not.toMatch(PLAIN)
  })

  test('no write of an account passes a token in clear to the adapter', async () => {
    const memory = memoryAdapter()
    const calls: string[] = []
    // The first account is written but the response is lost. The account is looked up, and the sign-in continues.
    const adapter = recordCalls(memory, calls, (name, call) => name === 'linkAccount' && call === 1)
    const { browser } = setUp({ adapter })
    const ann = browser()
    expect(await signIn(ann)).not.toContain('error')
    await signIn(ann, 'ob')
    await memory.unlinkAccount({ provider: 'ob', providerAccountId: 'ann-1' })
    // The account of another provider with the same address is linked to the existing user.
    await signIn(browser(), 'ob')
    expect([...memory.state().accounts.values()].map((row) => row.provider)).toStrictEqual(['oa', 'ob'])
    expect(calls.filter((call) => call.startsWith('linkAccount')).length).toBeGreaterThan(2)
    expect(calls.join('\n')).not.toMatch(PLAIN)
  })

  test('older rows still work, and an application seals a token that it refreshed', async () => {
    const { browser, rows, adapter } = setUp()
    const { id: userId } = await adapter.createUser({ id: 'u1', email: 'ann@example.org', emailVerified: null })
    const key = { provider: 'oa', providerAccountId: 'ann-1' }
    await adapter.linkAccount({ ...key, userId, type: 'oauth', ...TOKENS })
    const ann = browser()
    expect(await signIn(ann)).not.toContain('error')
    expect(await ann.session()).toMatchObject({ user: { email: 'ann@example.org' } })
    const [old] = rows()
    const account = old && (await openProviderTokens(old, { secret: SECRET }))
    expect([rows().length, account?.refresh_token]).toStrictEqual([1, 'rt-2'])
    await adapter.updateAccount(await sealProviderTokens({ ...key, access_token: 'at-1 renewed' }, { secret: SECRET }))
    const [row] = rows()
    expect(row?.access_token).toMatch(/^authwright:/)
    expect(row && (await openProviderTokens(row, { secret: SECRET })).access_token).toBe('at-1 renewed')
  })

  test('unlinking an account leaves no token', async () => {
    const { browser, rows } = setUp()
    const ann = browser()
    await signIn(ann)
    await signIn(ann, 'ob')
    expect(rows()).toHaveLength(2)
    const page = await ann.post('/auth/account', { action: 'unlink', provider: 'ob', providerAccountId: 'ann-1' })
    expect(location(page)).toContain('done=unlinked')
    expect(rows()).toMatchObject([{ provider: 'oa' }])
  })

  test('tokens that cannot be opened are logged and do not prevent a sign-in', async () => {
    const adapter = memoryAdapter()
    await signIn(setUp({}, adapter).browser())
    for (const tokens of [{ secret: `${SECRET} and another` }, {}]) {
      const { browser, errors, rows, log } = setUp({ account: { tokens } }, adapter)
      const ann = browser()
      expect(await signIn(ann)).not.toContain('error')
      expect(await ann.session()).toMatchObject({ user: { email: 'ann@example.org' } })
      expect((await ann.get('/auth/account')).status).toBe(200)
      expect(new Set(errors.map(({ name }) => name))).toStrictEqual(new Set(['ProviderTokensError']))
      expect(errors.map(describeError).join('\n') + log.join('\n')).not.toMatch(/eyJ|at-1|rt-2|os-3/)
      expect(rows()).toHaveLength(1)
    }
  })

  test('a session check needs no additional cryptography', async () => {
    const counts = async (account: AuthConfig['account']) => {
      const counted = counting(defaultRuntime.crypto)
      const context = setUpAuth(
        { adapter: memoryAdapter(), providers: [provider.config(own)], ...(account ? { account } : {}) },
        { crypto: counted.engine },
      )
      const ann = context.browser()
      await signIn(ann)
      const before = { ...counted.counts }
      for (let i = 0; i < 5; i += 1) expect(await ann.session()).not.toBeNull()
      return Object.entries(counted.counts).map(([work, count]) => [work, count - before[work as keyof typeof before]])
    }
    expect(await counts({ tokens: { secret: SECRET } })).toStrictEqual(await counts(undefined))
  })
})

describe('with tokens that are not stored', () => {
  test('the database gets no token, and callbacks and events get all of them', async () => {
    const accounts: unknown[] = []
    const { browser, rows, told } = setUp({
      session: { strategy: 'jwt' },
      account: { tokens: { store: false } },
      callbacks: { jwt: ({ token, account }) => (account && accounts.push(account), token) },
    })
    await signIn(browser())
    const [row] = rows()
    expect(Object.keys(row ?? {}).toSorted()).toStrictEqual([
      'expires_at',
      'expires_in',
      'provider',
      'providerAccountId',
      'scope',
      'token_type',
      'type',
      'userId',
    ])
    expect(told[0]).toMatchObject(TOKENS)
    expect(accounts).toMatchObject([{ access_token: 'at-1' }])
  })

  test('a secret still opens tokens that were stored before', async () => {
    const adapter = memoryAdapter()
    await signIn(setUp({}, adapter).browser())
    const { browser, errors } = setUp({ account: { tokens: { store: false, secret: SECRET } } }, adapter)
    const ann = browser()
    await signIn(ann)
    expect((await ann.get('/auth/account')).status).toBe(200)
    expect(errors).toStrictEqual([])
  })
})

test('without both options, tokens are stored in clear, as in Auth.js', async () => {
  const { browser, rows } = setUp({ account: {} })
  await signIn(browser())
  expect(rows()).toMatchObject([TOKENS])
})
