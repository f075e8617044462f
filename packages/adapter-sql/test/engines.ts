import { startMariaDb, startPostgres, whyNoMariaDb } from '@gatehouse/testing/databases'
import { PGlite } from '@electric-sql/pglite'
import { createClient } from '@libsql/client'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import postgres from 'postgres'
import { libsqlAdapter } from '../src/libsql.ts'
import { mysqlAdapter } from '../src/mysql.ts'
import { postgresAdapter } from '../src/postgres.ts'
import type { SqlAdapter, SqlAdapterSettings } from '../src/index.ts'
import { nodeMemory, scratchFile, tables } from './databases.ts'
import { sqliteAdapter } from '../src/sqlite.ts'

type Settings = Omit<SqlAdapterSettings, 'migrate'> & { readonly migrate?: boolean }

/** An empty database, by one client library. */
export interface Engine {
  /** Its address, where other processes can reach it. */
  readonly url?: string
  /** Another adapter over the same database, by the same connections. */
  readonly adapter: (settings?: Settings) => SqlAdapter
  /** An adapter whose statements are heard, where a server is asked. */
  readonly heard?: (listener: (sql: string, values: readonly unknown[]) => void) => SqlAdapter
  /** A statement in the database's own words. */
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>
  readonly close: () => Promise<void>
}

/** A database server of which empty databases can be had. */
export interface EngineServer {
  readonly open: () => Promise<Engine>
  readonly close: () => Promise<void>
}

/** One way to keep rows: a database and a client library. */
export interface EngineKind {
  readonly name: string
  readonly quote: (name: string) => string
  /** Why it cannot be had here, or `null`. */
  readonly whyNot: () => string | null
  readonly start: () => Promise<EngineServer>
}

const doubleQuoted = (name: string): string => `"${name}"`
const always = () => null

const pgEngine = async (url: string): Promise<Engine> => {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  // Connections that wait in the pool hear when the server goes.
  pool.on('error', () => undefined)
  return {
    url,
    adapter: (settings = {}) => postgresAdapter({ pool, ...settings }),
    heard: (listener) => {
      const connect = async () => {
        const client = await pool.connect()
        const query = (sql: string, values: unknown[]) => (listener(sql, values), client.query(sql, values))
        const release = (isBroken?: boolean) => client.release(isBroken)
        return { query, release, on: client.on.bind(client), off: client.off.bind(client) }
      }
      return postgresAdapter({ pool: { connect, end: () => pool.end() } })
    },
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    close: () => pool.end(),
  }
}

const postgresJsEngine = async (url: string): Promise<Engine> => {
  const sql = postgres(url, { max: 20, onnotice: () => undefined })
  return {
    adapter: (settings = {}) => postgresAdapter({ sql, ...settings }),
    query: async (text) => [...(await sql.unsafe(text))],
    close: () => sql.end(),
  }
}

/** PGlite takes seconds to start, so one serves all its databases, each a schema: there is one connection, and it looks at the last one opened. */
const startPglite = async (): Promise<EngineServer> => {
  const pglite = await PGlite.create()
  const open: string[] = []
  let made = 0
  return {
    open: async () => {
      const before = open.at(-1) ?? 'public'
      const schema = `gatehouse_${(made += 1)}`
      open.push(schema)
      await pglite.exec(`create schema ${schema}; set search_path to ${schema}`)
      return {
        adapter: (settings = {}) => postgresAdapter({ pglite, ...settings }),
        query: async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows,
        close: async () => {
          open.pop()
          await pglite.exec(`set search_path to ${before}`)
        },
      }
    },
    close: () => pglite.close(),
  }
}

const mysqlEngine = async (url: string): Promise<Engine> => {
  const pool = createPool({ uri: url, connectionLimit: 20 })
  return {
    url,
    adapter: (settings = {}) => mysqlAdapter({ pool, ...settings }),
    heard: (listener) => {
      const getConnection = async () => {
        const connection = await pool.getConnection()
        return {
          execute: (options: { readonly sql: string; readonly values: unknown[] }) => (
            listener(options.sql, options.values),
            connection.execute(options)
          ),
          query: (options: { readonly sql: string; readonly values: unknown[] }) => (
            listener(options.sql, options.values),
            connection.query(options)
          ),
          release: () => connection.release(),
          destroy: () => connection.destroy(),
        }
      }
      return mysqlAdapter({ pool: { getConnection } })
    },
    query: async (sql, values = []) => {
      const [rows] = await pool.query(sql, [...values])
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
    },
    close: () => pool.end(),
  }
}

const nodeSqliteEngine = async (): Promise<Engine> => {
  const database = nodeMemory()
  return {
    adapter: (settings = {}) => sqliteAdapter({ database, ...settings }),
    query: async (sql) => database.prepare(sql).all(),
    close: async () => database.close(),
  }
}

const libsqlEngine = async (): Promise<Engine> => {
  const file = scratchFile()
  const client = createClient({ url: `file:${file.path}` })
  return {
    adapter: (settings = {}) => libsqlAdapter({ client, ...settings }),
    query: async (sql) => (await client.execute(sql)).rows.map((row) => ({ ...row })),
    close: async () => {
      client.close()
      file.remove()
    },
  }
}

const serverOf =
  (start: typeof startPostgres, open: (url: string) => Promise<Engine>) => async (): Promise<EngineServer> => {
    const server = await start()
    return { open: async () => open(await server.createDatabase()), close: server.close }
  }

const embedded = (open: () => Promise<Engine>) => async (): Promise<EngineServer> => ({
  open,
  close: () => Promise.resolve(),
})

const kind = (
  name: string,
  start: EngineKind['start'],
  whyNot: EngineKind['whyNot'] = always,
  quote: EngineKind['quote'] = doubleQuoted,
): EngineKind => ({ name, start, whyNot, quote })

export const engines = {
  sqlite: kind('node:sqlite', embedded(nodeSqliteEngine)),
  libsql: kind('libSQL', embedded(libsqlEngine)),
  pg: kind('PostgreSQL by pg', serverOf(startPostgres, pgEngine)),
  postgresJs: kind('PostgreSQL by postgres', serverOf(startPostgres, postgresJsEngine)),
  pglite: kind('PGlite', startPglite),
  mariadb: kind('MariaDB by mysql2', serverOf(startMariaDb, mysqlEngine), whyNoMariaDb, (name) => `\`${name}\``),
} as const

/** All that is stored, as text. */
export const dumpOfEngine = async ({ query }: Engine): Promise<string> =>
  JSON.stringify(await Promise.all(tables.map((table) => query(`select * from ${table}`))))
