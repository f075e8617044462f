import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schemas/database-schema.ts'
import type { Tables } from '../store/tables.ts'
import type { Builder } from './builder.ts'
import { createTables } from './create-tables.ts'
import { extendExistingTables } from './existing-tables.ts'

/** One migration. A released one is never changed; changes to the schema are new migrations. */
export interface Migration {
  readonly version: number
  readonly name: string
  /** May run again after an interruption, if the engine cannot roll back definitions: see `Builder`. */
  readonly up: (db: Kysely<Tables>, builder: Builder) => Promise<void>
}

/** The migrations of the default schema. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'initial schema', up: (_db, builder) => createTables(builder) },
  {
    version: 2,
    name: 'revocation of sessions',
    up: (_db, builder) => builder.column('users', 'sessionsRevokedAt', builder.engine.types.instant),
  },
  {
    version: 3,
    name: 'devices of sessions',
    up: async (_db, builder) => {
      const { instant, text } = builder.engine.types
      await builder.column('sessions', 'createdAt', instant)
      await builder.column('sessions', 'browser', text)
      await builder.column('sessions', 'system', text)
    },
  },
  {
    version: 4,
    name: 'models of passkeys',
    up: (_db, builder) => builder.column('authenticators', 'aaguid', builder.engine.types.text),
  },
  {
    version: 5,
    name: 'delayed deletion of users',
    up: async (_db, builder) => {
      await builder.column('users', 'deleteAt', builder.engine.types.instant)
      await builder.index('users_delete_at', 'users', ['deleteAt'])
    },
  },
]

/** The migrations of a schema. Existing tables have migrations of their own, which only add to the tables. */
export const migrationsOf = (schema: DatabaseSchema): readonly Migration[] =>
  schema.useExistingTables
    ? [
        {
          version: 1,
          name: 'additions to existing tables',
          up: (db, builder) => extendExistingTables(db, builder, schema),
        },
      ]
    : migrations
