import { sql } from 'kysely'
import type { Builder } from './builder.ts'

const createUsers = (builder: Builder) => {
  const { types } = builder.engine
  return builder.table('users', (table) =>
    table
      .addColumn('id', types.key, (column) => column.primaryKey().notNull())
      .addColumn('name', types.text)
      .addColumn('email', types.key)
      .addColumn('emailVerified', types.instant)
      .addColumn('image', types.text)
      .addUniqueConstraint('users_email', ['email']),
  )
}

const createAccounts = async (builder: Builder) => {
  const { types } = builder.engine
  await builder.table('accounts', (table) =>
    table
      .addColumn('provider', types.key, (column) => column.notNull())
      .addColumn('providerAccountId', types.account, (column) => column.notNull())
      .addColumn('userId', types.key, (column) => column.notNull())
      .addColumn('type', types.text, (column) => column.notNull())
      .addColumn('access_token', types.text)
      .addColumn('refresh_token', types.text)
      .addColumn('id_token', types.text)
      .addColumn('token_type', types.text)
      .addColumn('scope', types.text)
      .addColumn('session_state', types.text)
      .addColumn('expires_at', types.integer)
      .addPrimaryKeyConstraint('accounts_key', ['provider', 'providerAccountId'])
      .addForeignKeyConstraint('accounts_owner', ['userId'], 'users', ['id'], (key) => key.onDelete('cascade')),
  )
  await builder.index('accounts_user', 'accounts', ['userId'])
}

const createSessions = async (builder: Builder) => {
  const { types } = builder.engine
  await builder.table('sessions', (table) =>
    table
      .addColumn('tokenHash', types.key, (column) => column.primaryKey().notNull())
      .addColumn('userId', types.key, (column) => column.notNull())
      .addColumn('expires', types.instant, (column) => column.notNull())
      .addForeignKeyConstraint('sessions_owner', ['userId'], 'users', ['id'], (key) => key.onDelete('cascade')),
  )
  await builder.index('sessions_user', 'sessions', ['userId'])
  await builder.index('sessions_expires', 'sessions', ['expires'])
}

const createVerificationTokens = async (builder: Builder) => {
  const { types } = builder.engine
  await builder.table('verification_tokens', (table) =>
    table
      .addColumn('identifier', types.key, (column) => column.notNull())
      .addColumn('tokenHash', types.key, (column) => column.notNull())
      .addColumn('expires', types.instant, (column) => column.notNull())
      .addPrimaryKeyConstraint('verification_tokens_key', ['identifier', 'tokenHash']),
  )
  await builder.index('verification_tokens_expires', 'verification_tokens', ['expires'])
}

/** Creates the table of passkeys. Without `usersTable` it has no foreign key to the users. */
export const createAuthenticators = async (
  builder: Builder,
  name: string,
  usersTable: 'users' | undefined,
): Promise<void> => {
  const { types } = builder.engine
  await builder.table(name, (table) => {
    const columns = table
      .addColumn('credentialID', types.handle, (column) => column.primaryKey().notNull())
      .addColumn('userId', types.key, (column) => column.notNull())
      .addColumn('providerAccountId', types.handle, (column) => column.notNull())
      .addColumn('credentialPublicKey', types.text, (column) => column.notNull())
      .addColumn('counter', types.integer, (column) => column.notNull())
      .addColumn('credentialDeviceType', types.text, (column) => column.notNull())
      .addColumn('credentialBackedUp', types.flag, (column) => column.notNull())
      .addColumn('transports', types.text)
      .addColumn('userHandle', types.text)
      .addColumn('name', types.text)
      .addColumn('createdAt', types.instant)
      .addColumn('lastUsedAt', types.instant)
    if (usersTable === undefined) return columns
    return columns.addForeignKeyConstraint(`${name}_owner`, ['userId'], usersTable, ['id'], (key) =>
      key.onDelete('cascade'),
    )
  })
  await builder.index(`${name}_user`, name, ['userId'])
}

/** Creates the table of counters. */
export const createCounters = async (builder: Builder, name: string): Promise<void> => {
  const { types } = builder.engine
  await builder.table(name, (table) =>
    table
      .addColumn('keyHash', types.key, (column) => column.primaryKey().notNull())
      .addColumn('count', types.integer, (column) => column.notNull().check(sql`${sql.ref('count')} > 0`))
      .addColumn('expires', types.instant, (column) => column.notNull()),
  )
  await builder.index(`${name}_expires`, name, ['expires'])
}

/** Creates all tables of the default schema. */
export const createTables = async (builder: Builder): Promise<void> => {
  await createUsers(builder)
  await createAccounts(builder)
  await createSessions(builder)
  await createVerificationTokens(builder)
  await createAuthenticators(builder, 'authenticators', 'users')
  await createCounters(builder, 'counters')
}
