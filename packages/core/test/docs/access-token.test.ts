import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openProviderTokens, sealProviderTokens } from '../../src/provider-tokens.ts'
import type { AuthConfig } from '../../src/index.ts'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth, type AuthSetup } from '@authwright/test-kit/auth-setup'
import { getAccessToken } from './access-token.ts'
import { events } from './keep-tokens.ts'
import { adapter, endpoint, secret, server } from './google.ts'

const KEY = { provider: 'google', providerAccountId: 'ann-1' }
const now = () => Math.floor(Date.now() / 1000)

let provider: TestProvider
beforeAll(async () => {
  provider = await startProvider()
})
beforeEach(async () => {
  endpoint.turn = 1
  const before = await adapter.getUserByEmail('ann@example.org')
  if (before !== null) await adapter.deleteUser(before.id)
})
afterAll(async () => {
  await provider.close()
  server.close()
})

const makeSetup = (callbacks: AuthConfig['callbacks'], session: AuthConfig['session']): AuthSetup => {
  const google = provider.config({
    id: 'google',
    account: (tokens) => ({ ...tokens, refresh_token: 'rt-1', expires_at: 1 }),
  })
  return setUpAuth({
    adapter,
    providers: [google],
    account: { tokens: { secret } },
    ...(callbacks ? { callbacks } : {}),
    ...(session ? { session } : {}),
  })
}

const signIn = async ({ browser }: AuthSetup) => {
  const ann = browser()
  await ann.get(callbackUrl(location(await ann.post('/auth/signin/google'))))
  return ann
}

const storedAccount = async () => {
  const row = await adapter.getAccount(KEY.providerAccountId, KEY.provider)
  if (row === null) throw new Error('the account row is missing')
  return { row, opened: await openProviderTokens(row, { secret }) }
}

describe('a later sign-in', () => {
  const context = (own: AuthConfig['events'], refreshTokens: (string | undefined)[]): AuthSetup => {
    const conform = async (response: Response) =>
      Response.json({ ...(await response.json()), refresh_token: refreshTokens.shift() })
    return setUpAuth({
      adapter,
      events: own ?? {},
      account: { tokens: { secret } },
      session: { strategy: 'jwt' },
      providers: [provider.config({ id: 'google', token: { url: `${provider.origin}/token`, conform } })],
    })
  }

  test.each<[string, AuthConfig['events'], (string | undefined)[], string]>([
    ['keeps the stored tokens by default', {}, ['refresh-token-7', 'refresh-token-8'], 'refresh-token-7'],
    [
      'stores new tokens with the event of the guide',
      events,
      ['refresh-token-7', 'refresh-token-8'],
      'refresh-token-8',
    ],
    ['keeps a token that the provider does not send again', events, ['refresh-token-7', undefined], 'refresh-token-7'],
  ])('%s', async (_what, own, refreshTokens, expected) => {
    const setup = context(own, [...refreshTokens])
    await signIn(setup)
    await signIn(setup)
    const { row, opened } = await storedAccount()
    expect(opened.refresh_token).toBe(expected)
    expect(JSON.stringify(row)).not.toContain('refresh-token-')
    expect(setup.errors).toEqual([])
  })
})

test.each(['access-token.ts', 'keep-tokens.ts'])('the page about provider tokens shows %s as it compiles', (file) => {
  const page = join(import.meta.dirname, '../../../../docs/guides/provider-tokens.md')
  const code = readFileSync(join(import.meta.dirname, file), 'utf8')
  expect(readFileSync(page, 'utf8').replaceAll(/^```ts .*$/gm, '```ts')).toContain(`\`\`\`ts\n${code}\`\`\`\n`)
})

describe('the refresh function of the guide', () => {
  test.each<[string, AuthConfig['session'], AuthConfig['callbacks']]>([
    [
      'session',
      { strategy: 'database' },
      { session: async ({ session, user }) => ({ ...session, token: await getAccessToken(user.id) }) },
    ],
    [
      'jwt',
      { strategy: 'jwt' },
      {
        jwt: async ({ token }) => ({ ...token, fresh: token.sub ? await getAccessToken(token.sub) : undefined }),
        session: ({ session, token }) => ({ ...session, token: token['fresh'] }),
      },
    ],
  ])('refreshes once in the %s callback and stores sealed tokens', async (_name, session, callbacks) => {
    const context = makeSetup(callbacks, session)
    const ann = await signIn(context)
    expect(await ann.session()).toMatchObject({ token: 'at-2' })
    expect(await ann.session()).toMatchObject({ token: 'at-2' })
    const { row, opened } = await storedAccount()
    expect([endpoint.turn, opened.access_token, opened.refresh_token]).toStrictEqual([2, 'at-2', 'rt-2'])
    expect(JSON.stringify(row)).not.toMatch(/[ar]t-\d/)
    expect(context.errors).toStrictEqual([])
  })

  test('refreshes an expired token, also in a row sealed with the older secret', async () => {
    const context = makeSetup(undefined, { strategy: 'database' })
    await signIn(context)
    const { opened } = await storedAccount()
    await adapter.updateAccount(await sealProviderTokens(opened, { secret: secret[1] }))
    expect(await getAccessToken(opened.userId)).toBe('at-2')
    await adapter.updateAccount({ ...KEY, expires_at: now() })
    expect(await getAccessToken(opened.userId)).toBe('at-3')
    // The newer secret alone opens the row that was written last.
    const { row } = await storedAccount()
    expect(await openProviderTokens(row, { secret: secret[0] })).toMatchObject({ refresh_token: 'rt-3' })
  })
})
