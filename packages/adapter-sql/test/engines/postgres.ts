import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import postgres from 'postgres'
import { type PgQuery, postgresAdapter, type PostgresJs, type PostgresJsTransaction } from '../../src/postgres.ts'
import type { Engine, EngineServer } from './engine.ts'

export const pgEngine = async (url: string): Promise<Engine> => {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  // Idle connections emit an error when the server stops.
  pool.on('error', () => undefined)
  return {
    url,
    adapter: (settings = {}) => postgresAdapter({ pool, ...settings }),
    recorded: (listener) => {
      const connect = async () => {
        const client = await pool.connect()
        const query = (given: PgQuery) => (listener(given.text, given.values), client.query(given))
        const release = (isBroken?: boolean) => client.release(isBroken)
        return { query, release, on: client.on.bind(client), off: client.off.bind(client) }
      }
      return postgresAdapter({ pool: { connect, end: () => pool.end() } })
    },
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    close: () => pool.end(),
  }
}

export const postgresJsEngine = async (url: string): Promise<Engine> => {
  const sql = postgres(url, { max: 20, onnotice: () => undefined })
  return {
    adapter: (settings = {}) => postgresAdapter({ sql, ...settings }),
    recorded: (listener) => {
      const listening = (inner: PostgresJsTransaction) => ({
        unsafe: (text: string, values: never[] = [], options?: { readonly prepare: boolean }) => (
          listener(text, values),
          inner.unsafe(text, values, options)
        ),
      })
      const json = (value: never) => sql.json(value)
      const begin: PostgresJs['begin'] = (settings, work) => (
        listener(`begin ${settings}`.trim(), []),
        sql.begin(settings, (transaction) => work(listening(transaction)))
      )
      return postgresAdapter({ sql: { ...listening(sql), begin, json, end: () => sql.end() } })
    },
    query: async (text, values = []) => [...(await sql.unsafe(text, [...values] as never[]))],
    close: () => sql.end(),
  }
}

/**
 * PGlite takes seconds to start, so one instance serves all databases, each as a schema. Its one connection uses the schema
 * that was opened last.
 */
export const startPglite = async (): Promise<EngineServer> => {
  const pglite = await PGlite.create()
  const open: string[] = []
  let made = 0
  return {
    open: async () => {
      const before = open.at(-1) ?? 'public'
      const schema = `authwright_${(made += 1)}`
      open.push(schema)
      await pglite.exec(`create schema ${schema}; set search_path to ${schema}`)
      return {
        adapter: (settings = {}) => postgresAdapter({ pglite, ...settings }),
        recorded: (listener) => {
          const query = (sql: string, values: unknown[] = []) => (listener(sql, values), pglite.query(sql, values))
          return postgresAdapter({ pglite: { query, close: () => pglite.close() } })
        },
        query: async (sql, values = []) => (await pglite.query<Record<string, unknown>>(sql, [...values])).rows,
        close: async () => {
          open.pop()
          await pglite.exec(`set search_path to ${before}`)
        },
      }
    },
    close: () => pglite.close(),
  }
}
