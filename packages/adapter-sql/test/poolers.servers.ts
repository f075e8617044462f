import { type DatabaseServer, startPostgres } from '@authwright/test-kit/databases'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PgPool, postgresAdapter, type SqlAdapter } from '../src/postgres.ts'

let server: DatabaseServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.close())

let url: string
let pool: pg.Pool
beforeEach(async () => {
  url = await server.createDatabase()
  pool = new pg.Pool({ connectionString: url, max: 1 })
  // An idle connection emits an error when the server stops.
  pool.on('error', () => undefined)
  return () => pool.end()
})

/** Calls methods with and without a transaction, twice: the second time the statements are prepared. */
const useAdapter = async (adapter: SqlAdapter) => {
  for (const id of ['ada', 'grace']) {
    await adapter.transaction(async (within) => {
      await within.createUser?.({
        id,
        email: `${id}@example.org`,
        emailVerified: null,
      })
      await within.createSession?.({
        sessionToken: `t-${id}`,
        userId: id,
        expires: new Date('2040-01-01'),
      })
    })
    expect((await adapter.getSessionAndUser(`t-${id}`))?.user.id).toBe(id)
    expect(await adapter.incrementCounter('key', new Date('2040-01-01'))).toBe(id === 'ada' ? 1 : 2)
  }
}

interface Prepared {
  readonly name: string
  readonly statement: string
}

const PREPARED = 'select name, statement from pg_prepared_statements'

/** A pool that changes its one connection each time before it hands it out, and the names of the statements it got. */
const changingPool = (change: (client: pg.PoolClient) => Promise<unknown> | void) => {
  const names: (string | undefined)[] = []
  const connect: PgPool['connect'] = async () => {
    const client = await pool.connect()
    await change(client)
    return {
      query: (query) => (names.push(query.name), client.query(query)),
      release: (isBroken) => client.release(isBroken),
      on: client.on.bind(client),
      off: client.off.bind(client),
    }
  }
  return { names, pool: { connect, end: () => pool.end() } }
}

/** The server does not know what the client has prepared, as on the connection of another client. */
const forgetInServer = (client: pg.PoolClient) => client.query('deallocate all')

/** The client does not know what the server has prepared. */
const forgetInClient = (client: pg.PoolClient) => {
  const { connection } = client as unknown as {
    connection: { parsedStatements: Record<string, string> }
  }
  connection.parsedStatements = {}
}

describe('the statements that a connection of PostgreSQL keeps prepared', () => {
  test('include the session check, each once, with `pg`', async () => {
    await useAdapter(postgresAdapter({ pool }))
    const { rows } = await pool.query<Prepared>(PREPARED)
    expect(rows.filter(({ statement }) => /^select .* join /.test(statement))).toHaveLength(1)
    expect(new Set(rows.map(({ statement }) => statement)).size).toBe(rows.length)
    for (const { name } of rows) expect(name).toMatch(/^authwright_[\da-f]{32}$/)
  })

  test('include the session check, each once, with `postgres`', async () => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    await useAdapter(postgresAdapter({ sql }))
    const rows = await sql.unsafe<Prepared[]>(PREPARED)
    expect(rows.filter(({ statement }) => /^select .* join /.test(statement))).toHaveLength(1)
    await sql.end()
  })

  test('are none with `prepare: false`', async () => {
    await useAdapter(postgresAdapter({ pool, prepare: false }))
    expect((await pool.query(PREPARED)).rows).toEqual([])
  })
})

describe('behind a pooler that does not support prepared statements', () => {
  test.each([
    ['the statement is missing', forgetInServer],
    ['the statement exists already', forgetInClient],
  ])('no call fails when %s, and no more are prepared', async (_name, change) => {
    const { names, pool: changing } = changingPool(change)
    const adapter = postgresAdapter({ pool: changing })
    await useAdapter(adapter)
    expect(names).toContainEqual(expect.stringMatching(/^authwright_/))
    names.length = 0
    await adapter.getSessionAndUser('t-ada')
    expect(names).toEqual([undefined])
  })
})
