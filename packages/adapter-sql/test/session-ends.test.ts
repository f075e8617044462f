import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpAuth } from '@authwright/test-kit/auth-setup'
import { startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { revocationRules, sessionRules } from '@authwright/test-kit/sessions/session-rules'
import { kyselySchema } from '../src/schemas.ts'
import { nodeMemory, over } from './databases.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

describe('over SQLite', () => {
  const open = () => ({ adapter: over(nodeMemory()).adapter, provider })
  sessionRules(open)
  revocationRules(open)
})

describe('existing tables', () => {
  const tables = `
    create table "User" (id text primary key, name text, email text unique, "emailVerified" integer, image text);
    create table "Account" ("userId" text not null, type text not null, provider text not null,
      "providerAccountId" text not null, primary key (provider, "providerAccountId"));
    create table "Session" ("sessionToken" text primary key, "userId" text not null, expires integer not null);
    create table "VerificationToken" (identifier text not null, token text not null, expires integer not null,
      primary key (identifier, token))`
  const ann = { id: 'u1', name: 'Ann', email: 'ann@example.org', emailVerified: new Date(0) }
  const password = { id: 'password', name: 'P', type: 'credentials' as const, credentials: {}, authorize: () => ann }

  test('without the column work as before; revokeSessions fails with instructions until the column is added', async () => {
    const database = nodeMemory()
    database.exec(tables)
    const openSite = () => {
      const { adapter } = over(database, { schema: kyselySchema })
      return { adapter, ...setUpAuth({ adapter, providers: [password], session: { strategy: 'jwt' } }) }
    }
    const before = openSite()
    await before.adapter.createUser(ann)
    const browser = before.browser()
    await browser.post('/auth/callback/password')
    expect(await browser.session()).toMatchObject({ user: { name: 'Ann' } })
    await expect(before.auth.revokeSessions('u1')).rejects.toMatchObject({
      type: 'AdapterError',
      cause: { err: { message: expect.stringContaining('sessionsRevokedAt') } },
    })
    database.exec('alter table "User" add column "sessionsRevokedAt" integer')
    // Neither the column nor its absence is remembered.
    await before.adapter.revokeSessions('u1', new Date(0))
    const after = openSite()
    await after.auth.revokeSessions('u1')
    after.clock.forward(86_400)
    expect(await after.browser(Object.fromEntries(browser.cookies)).session()).toBeNull()
  })
})
