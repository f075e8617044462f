import type { Adapter } from '@authwright/core/adapters'
import { d1Adapter } from '@authwright/adapter-sql/d1'
import type { DatabaseSchema } from '@authwright/adapter-sql/schemas'
import { mysqlAdapter } from '@authwright/adapter-sql/mysql'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'
import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import Database from 'better-sqlite3'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import type { Subject, SubjectKind } from './subject.ts'

type Row = Readonly<Record<string, unknown>>

/** A database with the tables of a published adapter. */
export interface ExistingTables {
  /** Makes an adapter of Authwright over the tables. */
  readonly ours: () => Required<Omit<Adapter, 'transaction'>>
  /** Whether it has transactions. */
  readonly isWhole: boolean
  readonly read: (sql: string) => Promise<readonly Row[]>
  readonly close: () => Promise<unknown>
}

type OpenExisting = (url: string, schema: DatabaseSchema, subject: Subject) => ExistingTables

const quoted = (sql: string): string => sql.replaceAll('"', '`')

const openers: Readonly<Record<string, OpenExisting>> = {
  PostgreSQL: (url, schema) => {
    const pool = new pg.Pool({ connectionString: url, max: 10 })
    pool.on('error', () => undefined)
    return {
      isWhole: true,
      ours: () => postgresAdapter({ pool, schema }),
      read: async (sql) => (await pool.query<Row>(sql)).rows,
      close: () => pool.end(),
    }
  },
  SQLite: (file, schema) => {
    const database = new Database(file)
    return {
      isWhole: true,
      ours: () => sqliteAdapter({ database, schema }),
      read: async (sql) => database.prepare<[], Row>(sql).all(),
      close: async () => database.close(),
    }
  },
  MariaDB: (uri, schema) => {
    const pool = createPool({ uri, connectionLimit: 10 })
    return {
      isWhole: true,
      ours: () => mysqlAdapter({ pool, schema }),
      read: async (sql) => (await pool.query(quoted(sql)))[0] as readonly Row[],
      close: () => pool.end(),
    }
  },
  'D1 in Miniflare': (_url, schema, { d1: database }) => {
    if (database === undefined) throw new Error('there is no binding')
    return {
      isWhole: false,
      ours: () => d1Adapter({ database, schema, migrate: true }),
      read: async (sql) => (await database.prepare(sql).all()).results as readonly Row[],
      close: () => Promise.resolve(),
    }
  },
}

/** Opens the tables of a published adapter. */
export const openExistingTables = ({ store, schema }: SubjectKind, url: string, subject: Subject): ExistingTables => {
  const begin = openers[store]
  if (begin === undefined || schema === undefined) throw new Error(`existing tables on ${store} cannot be used`)
  return begin(url, schema, subject)
}
