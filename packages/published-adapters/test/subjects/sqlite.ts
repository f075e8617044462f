import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { KyselyAdapter } from '@auth/kysely-adapter'
import { drizzleSchema, kyselySchema } from '@authwright/adapter-sql/schemas'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { drizzleSqliteSql, kyselySqliteSql } from '../published-tables.ts'
import { asAdapter, type SubjectKind } from '../subject.ts'

const databaseWith = (file: string, tables: string): Database.Database => {
  const database = new Database(file)
  database.exec(tables)
  return database
}

const sqlite = { store: 'SQLite', server: 'sqlite' } as const

export const overSqlite: readonly SubjectKind[] = [
  {
    ...sqlite,
    name: '@auth/kysely-adapter',
    schema: { ...kyselySchema, instants: 'iso' },
    open: async (file) => {
      const db = new Kysely<never>({ dialect: new SqliteDialect({ database: databaseWith(file, kyselySqliteSql) }) })
      return { adapter: asAdapter(KyselyAdapter(db)), close: () => db.destroy() }
    },
  },
  {
    ...sqlite,
    name: '@auth/drizzle-adapter',
    schema: drizzleSchema,
    open: async (file) => {
      const database = databaseWith(file, drizzleSqliteSql)
      return { adapter: asAdapter(DrizzleAdapter(drizzle(database))), close: async () => database.close() }
    },
  },
]
