import type { DatabaseServer } from '@authwright/test-kit/databases'
import type { World } from '@authwright/test-kit/fault-matrix'
import { once } from 'node:events'
import pg from 'pg'
import { postgresAdapter } from '../../src/postgres.ts'
import { rowsOf } from './crash-place.ts'
import { heardPool } from './heard-pool.ts'
import type { Ground, Outage } from './outages-over.ts'

const CONNECTIONS = 2

/** PostgreSQL, whose connections can be cut before any statement. */
export interface PostgresGround extends Ground {
  /** Cuts the connection that is about to send the statement of this number, from 0, and after it all or none. */
  readonly cutAt: (at: number, goesOn: boolean) => Outage
  /** The statements that were about to be sent during the last of these. */
  readonly statements: () => readonly string[]
}

const poolOf = (connectionString: string, max: number): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max })
  pool.on('error', () => undefined)
  return pool
}

/** Opens an empty database of a server. */
export const openPostgresGround = async (server: DatabaseServer): Promise<PostgresGround> => {
  const database = await server.createDatabase()
  const name = new URL(database).pathname.slice(1)
  const pool = poolOf(database, CONNECTIONS)
  const operator = poolOf(database, 1)
  await operator.query(`alter database ${name} set synchronous_commit = on`)
  await postgresAdapter({ pool }).migrate()

  let statements: string[] = []
  let isHearing = false
  let isCut: (at: number) => boolean = () => false
  const hear = async (sql: string, pid: unknown): Promise<void> => {
    if (!isHearing) return
    if (isCut(statements.push(sql) - 1)) await operator.query('select pg_terminate_backend($1, 5000)', [pid])
  }
  let waiting: World | undefined
  // Whoever asks for a connection while there is none waits until the deadline rings.
  const asked = (): void => waiting?.time.passSoon()
  const adapter = postgresAdapter({ pool: heardPool(pool, hear, asked), migrate: false })
  await adapter.getUser('nobody')

  let held: pg.PoolClient[] = []
  const exhausted: Outage = {
    begin: async (world) => {
      held = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
      waiting = world
    },
    end: () => {
      waiting = undefined
      for (const client of held.splice(0)) client.release()
    },
  }
  const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
    await operator.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    await operator.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    )
    while (pool.totalCount > 0) await once(pool, 'remove')
  }
  const readOnly: Outage = {
    begin: () => setReadOnly(true),
    end: () => setReadOnly(false),
  }
  // What was committed is there again, as on a server that was not made for tests alone.
  const gone: Outage = { begin: () => server.crash(), end: () => server.start() }
  return {
    adapter,
    rows: () => rowsOf(async (sql) => (await operator.query<Record<string, unknown>>(sql)).rows),
    outages: {
      'has no connection left': exhausted,
      'can only be read': readOnly,
      'crashes and is started again': gone,
    },
    cutAt: (at, goesOn) => ({
      begin: () => {
        statements = []
        isHearing = true
        isCut = (number) => number === at || (goesOn && number > at)
      },
      end: () => {
        isHearing = false
      },
    }),
    statements: () => statements,
    close: async () => {
      await Promise.all([operator.end(), pool.end()])
    },
  }
}
