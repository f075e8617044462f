import { newProviderUser } from '@authwright/test-kit/linking/linking-setup'
import { callbackUrl, startProvider, type TestProvider } from '@authwright/test-kit/oauth-provider'
import { location, setUpAuth } from '@authwright/test-kit/auth-setup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kyselySchema } from '../src/schemas.ts'
import { nodeMemory, over } from './databases.ts'

let provider: TestProvider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())

/** The documented tables of `@auth/kysely-adapter`, whose column `email` is `NOT NULL` or, changed, may be empty. */
const tables = (column: string) => `
  create table User (id text primary key, name text, email text ${column} unique, emailVerified text, image text);
  create table Account (id text primary key, userId text not null references User (id) on delete cascade,
    type text not null, provider text not null, providerAccountId text not null, refresh_token text, access_token text,
    expires_at integer, token_type text, scope text, id_token text, session_state text);
  create table Session (id text primary key, userId text not null references User (id) on delete cascade,
    sessionToken text not null unique, expires text not null);
  create table VerificationToken (identifier text not null, token text not null unique, expires text not null);`

const setUp = (column: string) => {
  const database = nodeMemory()
  database.exec(tables(column))
  const { adapter } = over(database, { schema: { ...kyselySchema, instants: 'iso' } })
  const providers = [provider.config({ id: 'lax' }), provider.config({ id: 'sure', emailVerified: () => true })]
  const setup = setUpAuth({ adapter, providers })
  const signIn = async (id: string, user: ReturnType<typeof newProviderUser>) => {
    const browser = setup.browser()
    const url = location(await browser.post(`/auth/signin/${id}`, { callbackUrl: '/settings' }))
    provider.profile = user
    return { browser, end: location(await browser.get(callbackUrl(url))) }
  }
  return { ...setup, adapter, signIn }
}

test('a verified address that displaces an unverified one needs a column that allows NULL', async () => {
  const { adapter, errors, signIn } = setUp('not null')
  const claim = newProviderUser()
  const before = await signIn('lax', claim)
  const { browser, end } = await signIn('sure', newProviderUser({ email: claim.email }))
  expect(end).toContain('error=')
  expect(await browser.session()).toBeNull()
  // Nothing was written, and the log names the column.
  expect(await before.browser.session()).toMatchObject({ user: { email: claim.email } })
  expect(await adapter.getUserByEmail(claim.email)).toMatchObject({ emailVerified: null })
  const cause = { err: { message: 'NOT NULL constraint failed: User.email' } }
  expect(errors).toMatchObject([{ name: 'AdapterError', cause }])
})

test('in a column that allows NULL, a verified address displaces an unverified one', async () => {
  const { adapter, signIn } = setUp('')
  const claim = newProviderUser()
  await signIn('lax', claim)
  const { browser } = await signIn('sure', newProviderUser({ email: claim.email }))
  expect(await browser.session()).toMatchObject({ user: { email: claim.email } })
  expect(await adapter.getUserByEmail(claim.email)).toMatchObject({ emailVerified: expect.any(Date) })
})
