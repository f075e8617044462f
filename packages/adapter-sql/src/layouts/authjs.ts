import { ADDED, type Layout } from './layout.ts'

const tokens = { sessions: { tokenHash: 'sessionToken' }, verification_tokens: { tokenHash: 'token' } }

const plural = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verification_tokens: 'verification_tokens',
  ...ADDED,
}

const models = {
  users: 'User',
  accounts: 'Account',
  sessions: 'Session',
  verification_tokens: 'VerificationToken',
  ...ADDED,
}

/** The tables of `@auth/pg-adapter` and `@auth/neon-adapter`. Users are counted by the database. */
export const pgLayout: Layout = {
  tables: { ...plural, verification_tokens: 'verification_token' },
  columns: tokens,
  adopted: true,
}

/** The tables that `@auth/drizzle-adapter` makes where it is given none. */
export const drizzleLayout: Layout = {
  tables: {
    users: 'user',
    accounts: 'account',
    sessions: 'session',
    verification_tokens: 'verificationToken',
    authenticators: 'authenticator',
    attempts: ADDED.attempts,
  },
  columns: tokens,
  adopted: true,
}

/** The tables of the schema that `@auth/prisma-adapter` documents. */
export const prismaLayout: Layout = {
  tables: { ...models, authenticators: 'Authenticator' },
  columns: tokens,
  adopted: true,
}

/** The tables of the schema that `@auth/kysely-adapter` documents. On SQLite it keeps instants as text: `{ ...kyselyLayout, instants: 'iso' }`. */
export const kyselyLayout: Layout = { tables: models, columns: tokens, adopted: true }

/** The tables of the entities of `@auth/typeorm-adapter`. */
export const typeormLayout: Layout = { tables: plural, columns: tokens, instants: 'milliseconds', adopted: true }

/** The tables of the models of `@auth/sequelize-adapter`. */
export const sequelizeLayout: Layout = {
  tables: plural,
  columns: {
    users: { emailVerified: 'email_verified' },
    accounts: { providerAccountId: 'provider_account_id', userId: 'user_id' },
    sessions: { tokenHash: 'session_token', userId: 'user_id' },
    verification_tokens: { tokenHash: 'token' },
  },
  adopted: true,
}

/** The tables of `@auth/d1-adapter`. */
export const d1Layout: Layout = { tables: plural, columns: tokens, instants: 'iso', adopted: true }
