import 'reflect-metadata'
import assert from 'node:assert/strict'
import { type Account, createAuth, type TokenSet } from '@authwright/core'
import { type AccountRow, openProviderTokens } from '@authwright/core/provider-tokens'
import { openBrowser } from '@authwright/testing'
import type { IdentityProvider } from '@authwright/testing/identity-provider'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServers } from './servers.ts'
import type { Subject, SubjectKind } from './subject.ts'
import { overPostgres } from './subjects/postgres.ts'
import { connect, sessionOf, signIn, startProvider } from './setup.ts'

const ORIGIN = 'http://localhost:5173'
const tokens = { secret: 'a secret for the tokens of accounts, long enough' }
const SECRETS = ['access_token', 'refresh_token', 'id_token'] as const

type Row = Record<string, unknown>

const servers = openServers()
let provider: IdentityProvider
beforeAll(async () => {
  provider = await startProvider()
}, 60_000)
afterAll(async () => {
  await Promise.all([servers.close(), provider.close()])
})

/** An application over a published adapter, and access to the rows of its database. */
const makeSetup = (subject: Subject, database: string, long: string | undefined) => {
  const pool = new pg.Pool({ connectionString: database, max: 2 })
  pool.on('error', () => undefined)
  const linked: Account[] = []
  const client = { type: 'oidc' as const, issuer: provider.issuer, clientId: 'demo', clientSecret: 'demo-secret' }
  const more = long === undefined ? {} : { account: (given: TokenSet) => ({ ...given, access_token: long }) }
  const auth = createAuth({
    adapter: subject.adapter,
    // A slow machine must not fail this test.
    adapterTimeout: 60_000,
    account: { tokens, reauthenticateAfter: 0 },
    secret: 'a secret of thirty-two characters',
    basePath: '/auth',
    trustHost: true,
    logger: { error: () => undefined, warn: () => undefined },
    events: { linkAccount: ({ account }) => void linked.push(account) },
    providers: [
      { ...client, ...more, id: 'local', name: 'Local' },
      { ...client, id: 'other', name: 'Other' },
    ],
  })
  const handler = (request: Request) => (new URL(request.url).origin === ORIGIN ? auth.handle(request) : fetch(request))
  const rowsOf = async (): Promise<readonly Row[]> => {
    const named = await pool.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    )
    const all = await Promise.all(named.rows.map(({ name }) => pool.query<Row>(`select * from ${name}`)))
    return all.flatMap(({ rows }) => rows)
  }
  return { linked, pool, rowsOf, open: () => openBrowser({ handler, origin: ORIGIN }) }
}

const openSetup = async (kind: SubjectKind, long?: string) => {
  const database = await servers.databaseFor(kind)
  const subject = await kind.open(database)
  const setup = makeSetup(subject, database, long)
  return { ...setup, subject, close: () => Promise.all([subject.close(), setup.pool.end()]) }
}

/** The row of an account, with the names of the adapter contract for its key. */
const findAccount = (rows: readonly Row[], providerId: string): Row & AccountRow => {
  const row = rows.find((one) => one['provider'] === providerId)
  assert.ok(row, `there is no account of ${providerId}`)
  const providerAccountId = String(row['providerAccountId'] ?? row['provider_account_id'])
  return { ...row, provider: providerId, providerAccountId }
}

describe.each(overPostgres.map((kind) => [kind.name, kind] as const))(
  'provider tokens over %s',
  { timeout: 60_000 },
  (_name, kind) => {
    test('are not stored in clear, can be opened, and are deleted with their account', async () => {
      const setup = await openSetup(kind)
      const browser = setup.open()
      await signIn(browser, 'Local', 'Ada')
      await connect(browser, 'Other', 'Grace')
      const plain = setup.linked.flatMap((account) => SECRETS.flatMap((name) => account[name] ?? []))
      expect(plain.length).toBeGreaterThan(3)
      const before = await setup.rowsOf()
      for (const token of plain) expect(JSON.stringify(before)).not.toContain(token)
      for (const account of setup.linked) {
        const opened = await openProviderTokens(findAccount(before, account.provider), tokens)
        expect(opened).toMatchObject(
          Object.fromEntries(SECRETS.flatMap((name) => (account[name] ? [[name, account[name]]] : []))),
        )
      }
      const { provider: providerId, providerAccountId, access_token: sealed } = findAccount(before, 'other')
      await setup.subject.adapter.unlinkAccount?.({ provider: providerId, providerAccountId })
      const after = JSON.stringify(await setup.rowsOf())
      expect(JSON.stringify(before)).toContain(sealed)
      expect(after).not.toContain(sealed)
      expect(after.match(/authwright:eyJ/g)?.length).toBeLessThan(
        JSON.stringify(before).match(/authwright:eyJ/g)?.length ?? 0,
      )
      await setup.close()
    })
  },
)

test.each([
  [68, true],
  [69, false],
])('an access token of %i characters fits into a column of 255: %s', { timeout: 60_000 }, async (length, fits) => {
  const kind = overPostgres.find(({ name }) => name === '@auth/sequelize-adapter')
  assert.ok(kind)
  const setup = await openSetup(kind, 'x'.repeat(length))
  const browser = setup.open()
  await signIn(browser, 'Local', 'Ada')
  // If it does not fit, the whole sign-in fails: nothing is truncated or stored in part.
  expect((await sessionOf(browser)) !== null).toBe(fits)
  expect((await setup.rowsOf()).length > 0).toBe(fits)
  await setup.close()
})
