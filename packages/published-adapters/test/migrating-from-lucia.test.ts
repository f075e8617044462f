import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite'
import { hash as hashArgon2 } from '@node-rs/argon2'
import Database from 'better-sqlite3'
import { LegacyScrypt, Lucia, Scrypt } from 'lucia'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigration, OWN_COOKIE, showSession, signInAtKeycloak, signInWithPassword } from './moved-application.ts'

let migration: Awaited<ReturnType<typeof openMigration>>
let database: Database.Database
let lucia: Lucia
let site: Awaited<ReturnType<typeof migration.open>>
const cookies: Record<string, string> = {}

const users = [
  { id: 'user-ada', name: 'Ada Lovelace', email: 'ada@example.org', password: 'scrypt Ⅳ', hash: new Scrypt().hash },
  {
    id: 'user-grace',
    name: 'Grace Hopper',
    email: 'grace@example.org',
    password: 'argon',
    hash: (password: string) =>
      hashArgon2(password, { memoryCost: 19_456, timeCost: 2, outputLen: 32, parallelism: 1 }),
  },
]

beforeAll(async () => {
  migration = await openMigration('lucia', {})
  database = new Database(migration.database)
  // The tables in Lucia's guides. The columns of a user are those of an application.
  database.exec(`
    create table user (
      id text not null primary key, name text not null, email text not null unique, email_verified integer not null,
      keycloak_id text unique, password_hash text
    );
    create table session (
      id text not null primary key, expires_at integer not null, user_id text not null references user(id)
    );`)
  lucia = new Lucia(new BetterSqlite3Adapter(database, { user: 'user', session: 'session' }))
  const insert = database.prepare('insert into user values (?, ?, ?, ?, ?, ?)')
  for (const { id, name, email, password, hash } of users) {
    insert.run(id, name, email, 1, id === 'user-ada' ? 'ada' : null, await hash(password))
    const session = await lucia.createSession(id, {})
    cookies[id] = lucia.createSessionCookie(session.id).serialize().split(';')[0] ?? ''
  }
  await migration.move()
  await migration.move()
  site = await migration.open()
})

afterAll(async () => {
  database.close()
  await migration.close()
})

test('a user who signed in with Lucia stays signed in', async () => {
  const moved = await site.read(cookies['user-ada'] ?? '')
  expect(moved.session).toMatchObject({ user: { name: 'Ada Lovelace', email: 'ada@example.org' } })
  const own = moved.cookies.find((line) => line.startsWith(`${OWN_COOKIE}=`))?.split(';')[0] ?? ''
  expect((await site.read(own)).session).toMatchObject({ user: { name: 'Ada Lovelace' } })
  expect((await site.read('auth_session=another')).session).toBeNull()
})

test('a session that Lucia ended before the migration is not taken over', async () => {
  const session = await lucia.createSession('user-ada', {})
  await lucia.invalidateSession(session.id)
  await migration.move()
  expect((await site.read(`auth_session=${session.id}`)).session).toBeNull()
})

test.each(users)('$name signs in with the same password, hashed by the other library', async (user) => {
  const { name, email, password } = user
  expect(await signInWithPassword(site.browser(), email, password)).toMatchObject({ user: { name, email } })
  expect(await signInWithPassword(site.browser(), email, `${password}?`)).toBeNull()
  expect(await signInWithPassword(site.browser(), `not-${email}`, password)).toBeNull()
})

test('an account at a provider belongs to the same user', async () => {
  const browser = site.browser()
  expect(await signInAtKeycloak(browser, 'Ada')).toMatchObject({ user: { email: 'ada@example.org' } })
  expect(await showSession(browser)).toMatchObject({ user: { name: 'Ada Lovelace' } })
  const rows = database.prepare('select userId from accounts').all()
  expect(rows).toStrictEqual([{ userId: 'user-ada' }])
  expect(database.prepare('select count(*) as n from users').get()).toStrictEqual({ n: users.length })
})

test('LegacyScrypt adds a prefix to the same hash', async () => {
  const hash = await new LegacyScrypt().hash('password')
  expect(hash.slice(0, 3)).toBe('s2:')
  expect(await new Scrypt().verify(hash.slice(3), 'password')).toBe(true)
})
