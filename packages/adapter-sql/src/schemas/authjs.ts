import { ADDED_TABLES, type DatabaseSchema } from './database-schema.ts'

const tokens = { sessions: { tokenHash: 'sessionToken' }, verification_tokens: { tokenHash: 'token' } }

const plural = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verification_tokens: 'verification_tokens',
  ...ADDED_TABLES,
}

const models = {
  users: 'User',
  accounts: 'Account',
  sessions: 'Session',
  verification_tokens: 'VerificationToken',
  ...ADDED_TABLES,
}

/**
 * The tables of `@auth/pg-adapter` and `@auth/neon-adapter`. The database generates user ids.
 * @example const adapter = postgresAdapter({ pool, schema: pgSchema })
 */
export const pgSchema: DatabaseSchema = {
  tables: { ...plural, verification_tokens: 'verification_token' },
  columns: tokens,
  useExistingTables: true,
}

/**
 * The default tables of `@auth/drizzle-adapter`.
 * @example const adapter = postgresAdapter({ pool, schema: drizzleSchema })
 */
export const drizzleSchema: DatabaseSchema = {
  tables: {
    users: 'user',
    accounts: 'account',
    sessions: 'session',
    verification_tokens: 'verificationToken',
    authenticators: 'authenticator',
    counters: ADDED_TABLES.counters,
  },
  columns: tokens,
  useExistingTables: true,
}

/**
 * The tables of the schema that `@auth/prisma-adapter` documents.
 * @example const adapter = postgresAdapter({ pool, schema: prismaSchema })
 */
export const prismaSchema: DatabaseSchema = {
  tables: { ...models, authenticators: 'Authenticator' },
  columns: tokens,
  useExistingTables: true,
}

/**
 * The tables of the schema that `@auth/kysely-adapter` documents.
 *
 * @example
 * // On SQLite that adapter stores instants as text.
 * const adapter = sqliteAdapter({ path: 'app.db', schema: { ...kyselySchema, instants: 'iso' } })
 */
export const kyselySchema: DatabaseSchema = { tables: models, columns: tokens, useExistingTables: true }

/**
 * The tables of the entities of `@auth/typeorm-adapter`.
 * @example const adapter = postgresAdapter({ pool, schema: typeormSchema })
 */
export const typeormSchema: DatabaseSchema = {
  tables: plural,
  columns: tokens,
  instants: 'milliseconds',
  useExistingTables: true,
}

/**
 * The tables of the models of `@auth/sequelize-adapter`.
 * @example const adapter = postgresAdapter({ pool, schema: sequelizeSchema })
 */
export const sequelizeSchema: DatabaseSchema = {
  tables: plural,
  columns: {
    users: { emailVerified: 'email_verified' },
    accounts: { providerAccountId: 'provider_account_id', userId: 'user_id' },
    sessions: { tokenHash: 'session_token', userId: 'user_id' },
    verification_tokens: { tokenHash: 'token' },
  },
  useExistingTables: true,
}

/**
 * The tables of `@auth/d1-adapter`.
 * @example const adapter = d1Adapter({ database: env.DB, schema: d1Schema })
 */
export const d1Schema: DatabaseSchema = { tables: plural, columns: tokens, instants: 'iso', useExistingTables: true }
