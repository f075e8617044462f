import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { KyselyAdapter } from '@auth/kysely-adapter'
import { drizzleLayout, kyselyLayout } from '@authwright/adapter-sql/layouts'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { drizzleSqliteSchema, kyselySqliteSchema } from '../schemas.ts'
import { asAdapter, type SubjectKind } from '../subject.ts'

const databaseWith = (file: string, schema: string): Database.Database => {
  const database = new Database(file)
  database.exec(schema)
  return database
}

const sqlite = { store: 'SQLite', server: 'sqlite' } as const

export const overSqlite: readonly SubjectKind[] = [
  {
    ...sqlite,
    name: '@auth/kysely-adapter',
    layout: { ...kyselyLayout, instants: 'iso' },
    open: async (file) => {
      const db = new Kysely<never>({ dialect: new SqliteDialect({ database: databaseWith(file, kyselySqliteSchema) }) })
      return { adapter: asAdapter(KyselyAdapter(db)), close: () => db.destroy() }
    },
  },
  {
    ...sqlite,
    name: '@auth/drizzle-adapter',
    layout: drizzleLayout,
    open: async (file) => {
      const database = databaseWith(file, drizzleSqliteSchema)
      return { adapter: asAdapter(DrizzleAdapter(drizzle(database))), close: async () => database.close() }
    },
  },
]
