import { readFileSync } from 'node:fs'
import assert from 'node:assert/strict'
import { type Account, type Adapter, type AuthConfig, createAuth } from '@authwright/core'
import { openProviderTokens } from '@authwright/core/provider-tokens'
import { openBrowser } from '@authwright/testing'
import { type IdentityProvider, startIdentityProvider } from '@authwright/testing/identity-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { overFile } from './databases.ts'
import { dumpOfEngine, type Engine, type EngineKind, engines, type EngineServer } from './engines.ts'

const origin = 'http://localhost:5173'
const tokens = { secret: 'a secret for the tokens of accounts, long enough' }
const SECRETS = ['access_token', 'refresh_token', 'id_token'] as const

const startProvider = (): Promise<IdentityProvider> => {
  const redirectUris = ['local', 'other'].map((id) => `${origin}/auth/callback/${id}`)
  return startIdentityProvider({ clients: [{ clientId: 'demo', clientSecret: 'demo-secret', redirectUris }] })
}

/** A site over an adapter, the tokens that its owner is told of, and a browser. */
const siteOf = (adapter: Adapter, provider: IdentityProvider, account: AuthConfig['account'] = { tokens }) => {
  const told: Account[] = []
  const errors: Error[] = []
  const client = { type: 'oidc' as const, issuer: provider.issuer, clientId: 'demo', clientSecret: 'demo-secret' }
  const auth = createAuth({
    adapter,
    // Not what is tested here: a busy machine may be slow.
    adapterTimeout: 60_000,
    account: { ...account },
    secret: 'a secret of thirty-two characters',
    basePath: '/auth',
    trustHost: true,
    logger: { error: (error) => void errors.push(error), warn: () => undefined },
    events: { linkAccount: (message) => void told.push(message.account) },
    providers: ['local', 'other'].map((id) => ({ ...client, id, name: id })),
  })
  const handler = (request: Request) => (new URL(request.url).origin === origin ? auth.handle(request) : fetch(request))
  const plain = () => told.flatMap((one) => SECRETS.flatMap((name) => one[name] ?? []))
  return { told, plain, errors, browser: openBrowser({ handler, origin }) }
}

type Site = ReturnType<typeof siteOf>

const signIn = async ({ browser }: Site, door: string, person: string): Promise<void> => {
  await browser.get(`${origin}/auth/signin`)
  await browser.submit({}, { press: door, redirect: 'follow' })
  if (browser.page()?.text.includes(person) === true) await browser.submit({}, { press: person, redirect: 'follow' })
}

const remove = (browser: Site['browser'], door: string, providerAccountId: string) =>
  browser.post(
    '/auth/account',
    { action: 'unlink', provider: door, providerAccountId },
    { from: `${origin}/auth/account` },
  )

const sealedIn = (dump: string): number => dump.match(/authwright:eyJ/g)?.length ?? 0

const rulesOf = (kind: EngineKind) => {
  let server: EngineServer
  let engine: Engine
  let adapter: Adapter
  let provider: IdentityProvider
  const reason = kind.whyNot()
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    server = await kind.start()
    engine = await server.open()
    adapter = engine.adapter()
    // Started last, since an engine within this process may stop everything for seconds, and idle connections end meanwhile.
    provider = await startProvider()
  }, 60_000)
  afterAll(async () => {
    if (reason !== null) return
    await provider.close()
    await engine.close()
    await server.close()
  })

  test('no table holds a token in clear, and whoever removes an account leaves nothing of its tokens', async () => {
    const site = siteOf(adapter, provider)
    await signIn(site, 'local', 'Ada')
    await signIn(site, 'other', 'Grace')
    const before = await dumpOfEngine(engine)
    expect(site.errors).toStrictEqual([])
    expect(site.plain().length).toBeGreaterThan(3)
    for (const token of site.plain()) expect(before).not.toContain(token)
    const [ada, grace] = site.told
    assert.ok(ada && grace)
    const row = await adapter.getAccount?.(grace.providerAccountId, 'other')
    assert.ok(row)
    expect(row.access_token).toMatch(/^authwright:/)
    expect((await openProviderTokens(row, tokens)).access_token).toBe(grace.access_token)
    await remove(site.browser, 'other', grace.providerAccountId)
    const after = await dumpOfEngine(engine)
    expect(sealedIn(after)).toBe(sealedIn(before) / 2)
    for (const name of SECRETS) expect(after).not.toContain(row[name] ?? 'nothing')
    expect(site.errors).toStrictEqual([])
  })

  test('values that change rows open in none of them, and still nobody is locked out', async () => {
    const fresh = await server.open()
    const { quote } = kind
    const site = siteOf(fresh.adapter(), provider)
    await signIn(site, 'local', 'Ada')
    await signIn(site, 'other', 'Grace')
    const [ada, grace] = site.told
    assert.ok(ada && grace)
    const read = async () => {
      const rows = await fresh.query(`select * from ${quote('accounts')}`)
      return rows.map((row) => ({
        ...row,
        provider: String(row['provider']),
        providerAccountId: String(row['providerAccountId']),
        access_token: row['access_token'],
      }))
    }
    const [one, two] = await read()
    assert.ok(one && two)
    for (const [from, to] of [
      [one, two],
      [two, one],
    ] as const) {
      await fresh.query(
        `update ${quote('accounts')} set ${quote('access_token')} = '${String(from.access_token)}' where ${quote('provider')} = '${to.provider}'`,
      )
    }
    for (const row of await read()) await expect(openProviderTokens(row, tokens)).rejects.toThrow('access_token')
    const again = siteOf(fresh.adapter(), provider)
    await signIn(again, 'local', 'Ada')
    expect(await (await again.browser.get(`${origin}/auth/session`)).json()).toMatchObject({
      user: { email: 'ada@example.org' },
    })
    expect((await again.browser.get(`${origin}/auth/account`)).status).toBe(200)
    expect(again.errors.map(({ name }) => name)).toStrictEqual(['ProviderTokensError', 'ProviderTokensError'])
    await fresh.close()
  })
}

describe.each(Object.values(engines).map((kind) => [kind.name, kind] as const))(
  'the tokens of accounts in %s',
  { timeout: 60_000 },
  (_name, kind) => {
    rulesOf(kind)
  },
)

describe('an SQLite database in a file', () => {
  let provider: IdentityProvider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.close())

  test('holds no token in clear, nor does its log', async () => {
    const { adapter, path, close } = overFile()
    const site = siteOf(adapter, provider)
    await signIn(site, 'local', 'Ada')
    const files = [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('')
    expect(sealedIn(files)).toBeGreaterThan(0)
    expect(site.plain().length).toBeGreaterThan(1)
    for (const token of site.plain()) expect(files).not.toContain(token)
    await close()
  })

  test('has no tokens that are not to be stored', async () => {
    const { adapter, dump, close } = overFile()
    const site = siteOf(adapter, provider, { tokens: { store: false } })
    await signIn(site, 'local', 'Ada')
    for (const token of site.plain()) expect(dump()).not.toContain(token)
    expect([site.plain().length > 1, sealedIn(dump())]).toStrictEqual([true, 0])
    await close()
  })
})
