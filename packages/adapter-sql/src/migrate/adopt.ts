import type { Kysely } from 'kysely'
import type { Layout } from '../layouts/layout.ts'
import type { Tables, TableName } from '../store/tables.ts'
import type { Builder, IndexOptions } from './builder.ts'
import { attempts, authenticators } from './schema.ts'

const columnOf = ({ columns }: Layout, table: TableName, name: string): string => columns[table]?.[name] ?? name

/** An index, and why adopted rows may stand against it. */
const addIndex = async (
  builder: Builder,
  layout: Layout,
  table: TableName,
  columns: readonly string[],
  how: IndexOptions = {},
) => {
  const physical = layout.tables[table]
  const name = `authwright_${physical}_${columns.join('_')}`
  try {
    const names = columns.map((column) => columnOf(layout, table, column))
    await builder.index(name, physical, names, how)
  } catch (error) {
    if (builder.flavour.violated(error) === null) throw error
    throw new Error(
      `rows of ${physical} have the same ${columns.join(' and ')}: merge them before adopting the table`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Adds what tables made by another adapter lack: the tables of passkeys and of attempts, and the indexes without which look-ups are slow and
 * two may be the same. Rows stay as they are.
 */
export const adopt = async (db: Kysely<Tables>, builder: Builder, layout: Layout): Promise<void> => {
  const isThere = async (table: TableName) =>
    Object.keys(await builder.flavour.inspect(db, layout.tables[table])).length > 0
  for (const table of ['users', 'accounts', 'sessions', 'verification_tokens'] as const)
    if (!(await isThere(table))) throw new Error(`there is no table ${layout.tables[table]} to adopt`)
  if (!(await isThere('authenticators'))) await authenticators(builder, layout.tables.authenticators, undefined)
  if (!(await isThere('attempts'))) await attempts(builder, layout.tables.attempts)
  await addIndex(builder, layout, 'users', ['email'], { unique: true, lower: true })
  await addIndex(builder, layout, 'accounts', ['provider', 'providerAccountId'], { unique: true })
  await addIndex(builder, layout, 'accounts', ['userId'])
  await addIndex(builder, layout, 'sessions', ['tokenHash'], { unique: true })
  await addIndex(builder, layout, 'sessions', ['userId'])
  await addIndex(builder, layout, 'sessions', ['expires'])
  await addIndex(builder, layout, 'verification_tokens', ['identifier', 'tokenHash'], { unique: true })
  await addIndex(builder, layout, 'verification_tokens', ['expires'])
}
