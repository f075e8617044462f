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

/** An application over an adapter, the accounts of its `linkAccount` events, and a browser. */
const openApplication = (adapter: Adapter, provider: IdentityProvider, account: AuthConfig['account'] = { tokens }) => {
  const linked: Account[] = []
  const errors: Error[] = []
  const client = { type: 'oidc' as const, issuer: provider.issuer, clientId: 'demo', clientSecret: 'demo-secret' }
  const auth = createAuth({
    adapter,
    // A slow machine must not fail this test.
    adapterTimeout: 60_000,
    account: { ...account },
    secret: 'a secret of thirty-two characters',
    basePath: '/auth',
    trustHost: true,
    logger: { error: (error) => void errors.push(error), warn: () => undefined },
    events: { linkAccount: (message) => void linked.push(message.account) },
    providers: ['local', 'other'].map((id) => ({ ...client, id, name: id })),
  })
  const handler = (request: Request) => (new URL(request.url).origin === origin ? auth.handle(request) : fetch(request))
  const plain = () => linked.flatMap((one) => SECRETS.flatMap((name) => one[name] ?? []))
  return { linked, plain, errors, browser: openBrowser({ handler, origin }) }
}

type Application = ReturnType<typeof openApplication>

const signIn = async ({ browser }: Application, provider: string, user: string): Promise<void> => {
  await browser.get(`${origin}/auth/signin`)
  await browser.submit({}, { press: provider, redirect: 'follow' })
  if (browser.page()?.text.includes(user) === true) await browser.submit({}, { press: user, redirect: 'follow' })
}

/** Sign in at another provider while signed in as Ada, and connect that account. */
const connect = async (application: Application, provider: string, user: string): Promise<void> => {
  await signIn(application, provider, user)
  await application.browser.submit({}, { press: `Connect ${provider} to ada@example.org`, redirect: 'follow' })
}

const unlink = (browser: Application['browser'], provider: string, providerAccountId: string) =>
  browser.post('/auth/account', { action: 'unlink', provider, providerAccountId }, { from: `${origin}/auth/account` })

const countSealed = (dump: string): number => dump.match(/authwright:eyJ/g)?.length ?? 0

const defineTests = (kind: EngineKind) => {
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
    // Started last: an engine in this process may block it for seconds, and idle connections would time out.
    provider = await startProvider()
  }, 60_000)
  afterAll(async () => {
    if (reason !== null) return
    await provider.close()
    await engine.close()
    await server.close()
  })

  test('stores no token in clear, and deletes the tokens of an account with the account', async () => {
    const application = openApplication(adapter, provider)
    await signIn(application, 'local', 'Ada')
    await connect(application, 'other', 'Grace')
    const before = await dumpOfEngine(engine)
    expect(application.errors).toStrictEqual([])
    expect(application.plain().length).toBeGreaterThan(3)
    for (const token of application.plain()) expect(before).not.toContain(token)
    const [ada, grace] = application.linked
    assert.ok(ada && grace)
    const row = await adapter.getAccount?.(grace.providerAccountId, 'other')
    assert.ok(row)
    expect(row.access_token).toMatch(/^authwright:/)
    expect((await openProviderTokens(row, tokens)).access_token).toBe(grace.access_token)
    await unlink(application.browser, 'other', grace.providerAccountId)
    const after = await dumpOfEngine(engine)
    expect(countSealed(after)).toBe(countSealed(before) / 2)
    for (const name of SECRETS) expect(after).not.toContain(row[name] ?? 'absent')
    expect(application.errors).toStrictEqual([])
  })

  test('does not open a sealed token in another row, and still signs users in', async () => {
    const fresh = await server.open()
    const { quote } = kind
    const application = openApplication(fresh.adapter(), provider)
    await signIn(application, 'local', 'Ada')
    await connect(application, 'other', 'Grace')
    const [ada, grace] = application.linked
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
    const again = openApplication(fresh.adapter(), provider)
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
  'provider tokens in %s',
  { timeout: 60_000 },
  (_name, kind) => {
    defineTests(kind)
  },
)

describe('provider tokens in a SQLite file', () => {
  let provider: IdentityProvider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.close())

  test('are not in clear in the file or its write-ahead log', async () => {
    const { adapter, path, close } = overFile()
    const application = openApplication(adapter, provider)
    await signIn(application, 'local', 'Ada')
    const files = [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('')
    expect(countSealed(files)).toBeGreaterThan(0)
    expect(application.plain().length).toBeGreaterThan(1)
    for (const token of application.plain()) expect(files).not.toContain(token)
    await close()
  })

  test('are not stored with `store: false`', async () => {
    const { adapter, dump, close } = overFile()
    const application = openApplication(adapter, provider, { tokens: { store: false } })
    await signIn(application, 'local', 'Ada')
    for (const token of application.plain()) expect(dump()).not.toContain(token)
    expect([application.plain().length > 1, countSealed(dump())]).toStrictEqual([true, 0])
    await close()
  })
})
