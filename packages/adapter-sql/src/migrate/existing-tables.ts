import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schemas/database-schema.ts'
import type { Tables, TableName } from '../store/tables.ts'
import type { Builder, IndexOptions } from './builder.ts'
import { createAuthenticators, createCounters } from './create-tables.ts'

/** Adds an index. If existing rows violate it, the error says which rows to merge. */
const addIndex = async (
  builder: Builder,
  schema: DatabaseSchema,
  table: TableName,
  columns: readonly string[],
  options: IndexOptions = {},
) => {
  const physical = schema.tables[table]
  const name = `authwright_${physical}_${columns.join('_')}`
  try {
    const names = columns.map((column) => schema.columns[table]?.[column] ?? column)
    await builder.index(name, physical, names, options)
  } catch (error) {
    if (builder.engine.violatedConstraint(error) === null) throw error
    throw new Error(`rows of ${physical} have the same ${columns.join(' and ')}: merge them, then migrate again`, {
      cause: error,
    })
  }
}

/**
 * Adds what the tables of another adapter lack: tables for passkeys and counters, and the indexes that look-ups and
 * uniqueness need. Changes no row.
 */
export const extendExistingTables = async (
  db: Kysely<Tables>,
  builder: Builder,
  schema: DatabaseSchema,
): Promise<void> => {
  const exists = async (table: TableName) =>
    Object.keys(await builder.engine.inspect(db, schema.tables[table])).length > 0
  for (const table of ['users', 'accounts', 'sessions', 'verification_tokens'] as const)
    if (!(await exists(table))) throw new Error(`the table ${schema.tables[table]} does not exist`)
  // User ids of existing tables may have another type, so the added table has no foreign key.
  if (!(await exists('authenticators'))) {
    await createAuthenticators(builder, schema.tables.authenticators, undefined)
    await builder.column(schema.tables.authenticators, 'aaguid', builder.engine.types.text)
  }
  if (!(await exists('counters'))) await createCounters(builder, schema.tables.counters)
  await addIndex(builder, schema, 'users', ['email'], { unique: true, lower: true })
  await addIndex(builder, schema, 'accounts', ['provider', 'providerAccountId'], { unique: true })
  await addIndex(builder, schema, 'accounts', ['userId'])
  await addIndex(builder, schema, 'sessions', ['tokenHash'], { unique: true })
  await addIndex(builder, schema, 'sessions', ['userId'])
  await addIndex(builder, schema, 'sessions', ['expires'])
  await addIndex(builder, schema, 'verification_tokens', ['identifier', 'tokenHash'], { unique: true })
  await addIndex(builder, schema, 'verification_tokens', ['expires'])
}
