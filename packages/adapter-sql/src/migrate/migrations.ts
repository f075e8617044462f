import { type Kysely, sql } from 'kysely'
import type { Flavour } from '../store/flavour.ts'
import type { Tables } from '../store/tables.ts'

/** One step of the schema. Steps are only ever added; a published one is never changed. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly up: (db: Kysely<Tables>, flavour: Flavour) => Promise<void>
}

const users = async (db: Kysely<Tables>, { types }: Flavour) => {
  await db.schema
    .createTable('users')
    .addColumn('id', types.key, (column) => column.primaryKey().notNull())
    .addColumn('name', types.text)
    .addColumn('email', types.key, (column) => column.unique())
    .addColumn('emailVerified', types.instant)
    .addColumn('image', types.text)
    .execute()
}

const accounts = async (db: Kysely<Tables>, { types }: Flavour) => {
  await db.schema
    .createTable('accounts')
    .addColumn('provider', types.key, (column) => column.notNull())
    .addColumn('providerAccountId', types.key, (column) => column.notNull())
    .addColumn('userId', types.key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', types.text, (column) => column.notNull())
    .addColumn('access_token', types.text)
    .addColumn('refresh_token', types.text)
    .addColumn('id_token', types.text)
    .addColumn('token_type', types.text)
    .addColumn('scope', types.text)
    .addColumn('session_state', types.text)
    .addColumn('expires_at', types.integer)
    .addPrimaryKeyConstraint('accounts_key', ['provider', 'providerAccountId'])
    .execute()
  await db.schema.createIndex('accounts_user').on('accounts').column('userId').execute()
}

const sessions = async (db: Kysely<Tables>, { types }: Flavour) => {
  await db.schema
    .createTable('sessions')
    .addColumn('tokenHash', types.key, (column) => column.primaryKey().notNull())
    .addColumn('userId', types.key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires', types.instant, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('userId').execute()
  await db.schema.createIndex('sessions_expires').on('sessions').column('expires').execute()
}

const verificationTokens = async (db: Kysely<Tables>, { types }: Flavour) => {
  await db.schema
    .createTable('verification_tokens')
    .addColumn('identifier', types.key, (column) => column.notNull())
    .addColumn('tokenHash', types.key, (column) => column.notNull())
    .addColumn('expires', types.instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('verification_tokens_key', ['identifier', 'tokenHash'])
    .execute()
  await db.schema.createIndex('verification_tokens_expires').on('verification_tokens').column('expires').execute()
}

const authenticators = async (db: Kysely<Tables>, { types }: Flavour) => {
  await db.schema
    .createTable('authenticators')
    .addColumn('credentialID', types.key, (column) => column.primaryKey().notNull())
    .addColumn('userId', types.key, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('providerAccountId', types.key, (column) => column.notNull())
    .addColumn('credentialPublicKey', types.text, (column) => column.notNull())
    .addColumn('counter', types.integer, (column) => column.notNull())
    .addColumn('credentialDeviceType', types.text, (column) => column.notNull())
    .addColumn('credentialBackedUp', types.flag, (column) => column.notNull())
    .addColumn('transports', types.text)
    .execute()
  await db.schema.createIndex('authenticators_user').on('authenticators').column('userId').execute()
}

const attempts = async (db: Kysely<Tables>, { types }: Flavour) => {
  await db.schema
    .createTable('attempts')
    .addColumn('keyHash', types.key, (column) => column.primaryKey().notNull())
    .addColumn('count', types.integer, (column) => column.notNull().check(sql`count > 0`))
    .addColumn('expires', types.instant, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('attempts_expires').on('attempts').column('expires').execute()
}

const passkeyNames = async (db: Kysely<Tables>, { types }: Flavour) => {
  const columns = [
    ['userHandle', types.text],
    ['name', types.text],
    ['createdAt', types.instant],
    ['lastUsedAt', types.instant],
  ] as const
  // One column a statement: SQLite knows no other way.
  for (const [name, type] of columns) await db.schema.alterTable('authenticators').addColumn(name, type).execute()
}

/** The schema, step by step. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'users, accounts, sessions, tokens, authenticators and attempts',
    up: async (db, flavour) => {
      for (const make of [users, accounts, sessions, verificationTokens, authenticators, attempts])
        await make(db, flavour)
    },
  },
  { version: 2, name: 'what a passkey is called and when it was used', up: passkeyNames },
]
