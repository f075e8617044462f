import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigration, OWN_COOKIE, signInAtKeycloak, signInWithPassword } from './moved-application.ts'

const SECRET = 'the former secret, with thirty-two characters and more'

const makeFormer = (database: Database.Database) =>
  betterAuth({
    database,
    secret: SECRET,
    baseURL: 'https://app.example.com',
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
  })

let migration: Awaited<ReturnType<typeof openMigration>>
let database: Database.Database
let former: ReturnType<typeof makeFormer>
let site: Awaited<ReturnType<typeof migration.open>>
let adaId: string
let cookie: string

const ada = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'a password, hashed with Ⅳ' }

beforeAll(async () => {
  migration = await openMigration('better-auth', { BETTER_AUTH_SECRET: SECRET })
  database = new Database(migration.database)
  former = makeFormer(database)
  await (await getMigrations(former.options)).runMigrations()
  const { headers, response } = await former.api.signUpEmail({ body: ada, returnHeaders: true })
  adaId = response.user.id
  cookie =
    headers
      .getSetCookie()
      .find((line) => line.includes('session_token='))
      ?.split(';')[0] ?? ''
  const { internalAdapter } = await former.$context
  const tokens = { accessToken: 'access', refreshToken: 'refresh', scope: 'openid,email' }
  await internalAdapter.linkAccount({ providerId: 'keycloak', accountId: 'ada', userId: adaId, ...tokens })
  await internalAdapter.updateUser(adaId, { emailVerified: true })
  await migration.move()
  await migration.move()
  site = await migration.open()
})

afterAll(async () => {
  database.close()
  await migration.close()
})

test('a user who signed in with better-auth stays signed in', async () => {
  expect(cookie).toMatch(/^__Secure-better-auth\.session_token=/)
  const moved = await site.read(cookie)
  expect(moved.session).toMatchObject({ user: { name: ada.name, email: ada.email } })
  const own = moved.cookies.find((line) => line.startsWith(`${OWN_COOKIE}=`))?.split(';')[0] ?? ''
  expect((await site.read(own)).session).toMatchObject({ user: { name: ada.name } })
})

test('a cookie with another signature signs in no user', async () => {
  const unsigned = cookie.replace(/\.[^.]*$/, '')
  for (const changed of [unsigned, `${unsigned}.c2lnbmF0dXJl`]) expect((await site.read(changed)).session).toBeNull()
})

test('the user signs in with the same password, hashed by the other library', async () => {
  const { name, email, password } = ada
  expect(await signInWithPassword(site.browser(), email, password)).toMatchObject({ user: { name, email } })
  expect(await signInWithPassword(site.browser(), email, 'another')).toBeNull()
  expect(await signInWithPassword(site.browser(), 'alan@example.org', password)).toBeNull()
})

test('an account at a provider belongs to the same user, with its tokens', async () => {
  const find = database.prepare('select userId, provider, access_token, refresh_token, scope from accounts')
  expect(find.all()).toMatchObject([
    { userId: adaId, provider: 'keycloak', access_token: 'access', refresh_token: 'refresh', scope: 'openid email' },
  ])
  expect(await signInAtKeycloak(site.browser(), 'Ada')).toMatchObject({ user: { email: ada.email } })
  expect(find.all()).toHaveLength(1)
  expect(database.prepare('select count(*) as n from users').get()).toStrictEqual({ n: 1 })
})
