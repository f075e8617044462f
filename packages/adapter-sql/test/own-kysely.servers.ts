import { type DatabaseServer, startMariaDb, startPostgres, whyNoMariaDb } from '@authwright/test-kit/databases'
import { Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sqlAdapter } from '../src/index.ts'
import { mysqlAdapter } from '../src/mysql.ts'
import { postgresAdapter } from '../src/postgres.ts'

// A time zone that is not UTC: in UTC, the time zone of a client's dates makes no difference.
process.env['TZ'] = 'Asia/Tokyo'

const ada = { id: '1', email: 'ada@example.org', emailVerified: null }
const expires = new Date('2040-07-01T12:00:00.123Z')

describe("Kysely's own PostgreSQL dialect", { timeout: 60_000 }, () => {
  let server: DatabaseServer
  let pool: pg.Pool
  beforeAll(async () => {
    server = await startPostgres()
    pool = new pg.Pool({ connectionString: await server.createDatabase(), max: 2 })
    // Idle connections emit an error when the server stops.
    pool.on('error', () => undefined)
    await postgresAdapter({ pool }).migrate()
  }, 60_000)
  afterAll(async () => {
    await pool.end()
    await server.close()
  })

  test('stores JSON and instants as our dialect does, also when they are written again', async () => {
    for (const type of ['json', 'jsonb', 'timestamp'])
      await pool.query(`alter table users add column a_${type} ${type}`)
    const adapter = sqlAdapter({ db: new Kysely<object>({ dialect: new PostgresDialect({ pool }) }) })
    const extra = { a_json: { list: [1] }, a_jsonb: 'text', a_timestamp: expires }
    const made = await adapter.createUser({ ...ada, ...extra })
    expect(made).toMatchObject(extra)
    expect(await adapter.updateUser({ ...made, name: 'Ada' })).toEqual({ ...made, name: 'Ada' })
    expect(await postgresAdapter({ pool }).getUser('1')).toEqual({ ...made, name: 'Ada' })
    const { rows } = await pool.query('select a_json::text, a_jsonb::text from users')
    expect(rows).toEqual([{ a_json: '{"list":[1]}', a_jsonb: '"text"' }])
  })
})

const reason = whyNoMariaDb()

describe("Kysely's own MySQL dialect", { timeout: 60_000 }, () => {
  let server: DatabaseServer
  let url: string
  beforeEach(({ skip }) => skip(reason !== null, reason ?? ''))
  beforeAll(async () => {
    if (reason !== null) return
    server = await startMariaDb()
    url = await server.createDatabase()
    const pool = createPool({ uri: url, connectionLimit: 1 })
    const adapter = mysqlAdapter({ pool })
    await adapter.createUser(ada)
    await adapter.createSession({ sessionToken: 'token', userId: '1', expires })
    await pool.promise().end()
  }, 60_000)
  afterAll(async () => {
    if (reason === null) await server.close()
  })

  const over = (settings: object) => {
    const db = new Kysely<object>({
      dialect: new MysqlDialect({ pool: createPool({ uri: url, connectionLimit: 2, ...settings }) }),
    })
    return { adapter: sqlAdapter({ db }), close: () => db.destroy() }
  }

  test('throws if the client returns a Date, whose time zone is unknown', async () => {
    for (const settings of [{}, { timezone: 'Z' }, { timezone: '-05:00' }]) {
      const { adapter, close } = over(settings)
      for (const read of [() => adapter.getSessionAndUser('token'), () => adapter.listSessions('1')])
        await expect(read()).rejects.toThrow('`dateStrings: true`')
      await close()
    }
  })

  test('stores instants exactly if the client returns text, in any time zone', async () => {
    const { adapter, close } = over({ dateStrings: true })
    expect((await adapter.getSessionAndUser('token'))?.session).toEqual({ sessionToken: 'token', userId: '1', expires })
    const emailVerified = new Date('2030-01-02T03:04:05.678Z')
    expect(await adapter.updateUser({ id: '1', emailVerified })).toMatchObject({ emailVerified })
    await close()
  })
})
