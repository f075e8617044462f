import { type DatabaseServer, startMariaDb, whyNoMariaDb } from '@authwright/test-kit/databases'
import { createPool } from 'mysql2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mysqlAdapter } from '../src/mysql.ts'

const reason = whyNoMariaDb()
const ada = { id: '1', email: 'ada@example.org', emailVerified: null }

describe('a pool of mysql2', { timeout: 60_000 }, () => {
  let server: DatabaseServer
  let pool: ReturnType<typeof createPool>
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    server = await startMariaDb()
    pool = createPool({ uri: await server.createDatabase(), timezone: '-11:00', connectionLimit: 2 })
  }, 60_000)
  afterAll(async () => {
    if (reason !== null) return
    await pool.promise().end()
    await server.close()
  })

  test('can have callbacks instead of promises, and any time zone', async () => {
    const adapter = mysqlAdapter({ pool })
    await adapter.createUser(ada)
    const expires = new Date('2040-01-01T00:00:00.001Z')
    await adapter.createSession({ sessionToken: 'token', userId: '1', expires })
    expect(await adapter.getSessionAndUser('token')).toMatchObject({ user: { id: '1' }, session: { expires } })
  })

  test('does not mistake another generated column for the id', async () => {
    const uri = await server.createDatabase()
    const counting = createPool({ uri, connectionLimit: 2 })
    const before = mysqlAdapter({ pool: counting })
    for (const id of ['1', '2', '4']) await before.createUser({ id, email: `${id}@example.org`, emailVerified: null })
    for (const table of ['users', 'accounts'])
      await counting.promise().query(`alter table ${table} add column number bigint not null auto_increment unique`)
    const adapter = mysqlAdapter({ pool: counting })
    // The user with number 4 is not the user with id 4.
    const made = await adapter.createUser({ id: 'mallory', email: 'mallory@example.org', emailVerified: null })
    expect(made).toMatchObject({ id: 'mallory', email: 'mallory@example.org', number: 4 })
    const account = { provider: 'p', providerAccountId: 'a', type: 'oidc', userId: made.id } as const
    expect(await adapter.linkAccount(account)).toMatchObject(account)
    await counting.promise().end()
  })

  test('refuses a second key that differs in trailing spaces only, and does not treat the two as equal', async () => {
    const adapter = mysqlAdapter({ pool })
    const account = { provider: 'spaces', type: 'oidc', userId: '1' } as const
    await adapter.linkAccount({ ...account, providerAccountId: 'resume' })
    const padded = { ...account, providerAccountId: 'resume ' }
    expect(await adapter.getUserByAccount(padded)).toBeNull()
    await expect(adapter.linkAccount(padded)).rejects.toMatchObject({ constraint: 'account' })
  })

  test('stores no truncated key if the server is not in strict mode', async () => {
    await pool.promise().query(`set global sql_mode = ''`)
    const before = pool
    pool = createPool({ uri: `${server.url}/authwright_1`, connectionLimit: 2 })
    await before.promise().end()
    const lax = mysqlAdapter({ pool })
    const account = { provider: 'p', type: 'oidc', userId: '1' } as const
    const long = 'x'.repeat(510)
    await lax.linkAccount({ ...account, providerAccountId: long })
    await expect(lax.linkAccount({ ...account, providerAccountId: `${long}y` })).rejects.toThrow('longer than the 510')
    expect(await lax.getUserByAccount({ provider: 'p', providerAccountId: `${long}y` })).toBeNull()
    await expect(lax.createUser({ ...ada, id: 'y'.repeat(256), email: 'b@b.c' })).rejects.toThrow('longer than the 255')
  })
})
