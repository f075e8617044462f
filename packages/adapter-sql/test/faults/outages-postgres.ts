import type { DatabaseServer } from '@authwright/test-kit/databases'
import type { FaultSetup } from '@authwright/test-kit/fault-matrix'
import pg from 'pg'
import { postgresAdapter } from '../../src/postgres.ts'
import { rowsOf } from './crash-database.ts'
import { listeningPool } from './listening-pool.ts'
import type { OutageDatabase, Outage } from './outages-over.ts'

const CONNECTIONS = 2

/** PostgreSQL with connections that can be cut before any statement. */
export interface PostgresOutages extends OutageDatabase {
  /** Cuts the connection before the statement `at`, counted from 0, and before all later ones if `continues`. */
  readonly cutAt: (at: number, continues: boolean) => Outage
  /** The statements during the last cut. */
  readonly statements: () => readonly string[]
}

const poolOf = (connectionString: string, max: number): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max })
  pool.on('error', () => undefined)
  return pool
}

/** Opens an empty database of a server. */
export const openPostgresOutages = async (server: DatabaseServer): Promise<PostgresOutages> => {
  const database = await server.createDatabase()
  const name = new URL(database).pathname.slice(1)
  const pool = poolOf(database, CONNECTIONS)
  const operator = poolOf(database, 1)
  await operator.query(`alter database ${name} set synchronous_commit = on`)
  await postgresAdapter({ pool }).migrate()

  let statements: string[] = []
  let isRecording = false
  let isCut: (at: number) => boolean = () => false
  const onStatement = async (sql: string, pid: unknown): Promise<void> => {
    if (!isRecording) return
    if (isCut(statements.push(sql) - 1)) await operator.query('select pg_terminate_backend($1, 5000)', [pid])
  }
  let waiting: FaultSetup | undefined
  // A request for a connection waits until the deadline, so the clock moves on.
  const onConnect = (): void => waiting?.time.passSoon()
  const adapter = postgresAdapter({ pool: listeningPool(pool, onStatement, onConnect), migrate: false })
  await adapter.getUser('absent')

  let taken: pg.PoolClient[] = []
  const exhausted: Outage = {
    begin: async (setup) => {
      taken = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
      waiting = setup
    },
    end: () => {
      waiting = undefined
      for (const client of taken.splice(0)) client.release()
    },
  }
  const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
    await operator.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    await operator.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    )
    // `once` of node:events would reject when the pool reports the lost connection.
    while (pool.totalCount > 0) await new Promise<void>((resolve) => pool.once('remove', () => resolve()))
  }
  const readOnly: Outage = {
    begin: () => setReadOnly(true),
    end: () => setReadOnly(false),
  }
  // `synchronous_commit` is on, so committed rows survive the crash.
  const crashed: Outage = { begin: () => server.crash(), end: () => server.start() }
  return {
    adapter,
    rows: () => rowsOf(async (sql) => (await operator.query<Record<string, unknown>>(sql)).rows),
    outages: {
      'has no connection left': exhausted,
      'can only be read': readOnly,
      'crashes and is started again': crashed,
    },
    cutAt: (at, continues) => ({
      begin: () => {
        statements = []
        isRecording = true
        isCut = (number) => number === at || (continues && number > at)
      },
      end: () => {
        isRecording = false
      },
    }),
    statements: () => statements,
    close: async () => {
      await Promise.all([operator.end(), pool.end()])
    },
  }
}
