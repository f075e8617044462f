import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { KyselyAdapter } from '@auth/kysely-adapter'
import { drizzleLayout, kyselyLayout } from '@gatehouse/adapter-sql/layouts'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { drizzleSqliteSchema, kyselySqliteSchema } from '../schemas.ts'
import { asAdapter, type SubjectKind } from '../subject.ts'

const databaseWith = (schema: string): Database.Database => {
  const database = new Database(':memory:')
  database.exec(schema)
  return database
}

export const overSqlite: readonly SubjectKind[] = [
  {
    name: '@auth/kysely-adapter',
    store: 'SQLite',
    layout: { ...kyselyLayout, instants: 'iso' },
    open: async () => {
      const db = new Kysely<never>({ dialect: new SqliteDialect({ database: databaseWith(kyselySqliteSchema) }) })
      return { adapter: asAdapter(KyselyAdapter(db)), close: () => db.destroy() }
    },
  },
  {
    name: '@auth/drizzle-adapter',
    store: 'SQLite',
    layout: drizzleLayout,
    open: async () => {
      const database = databaseWith(drizzleSqliteSchema)
      return { adapter: asAdapter(DrizzleAdapter(drizzle(database))), close: async () => database.close() }
    },
  },
]
