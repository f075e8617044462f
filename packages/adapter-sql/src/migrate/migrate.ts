import type { Kysely } from 'kysely'
import type { Flavour } from '../store/flavour.ts'
import type { Tables } from '../store/tables.ts'
import { makeBuilder } from './builder.ts'
import type { Migration } from './migrations.ts'

/** What a run of the migrations did. */
export interface MigrationReport {
  /** The version the database now has. */
  readonly version: number
  /** The names of the steps that were done now, in order. */
  readonly applied: readonly string[]
}

const LEDGER = 'authwright_migrations'

interface Begun {
  readonly name: string
  readonly isDone: boolean
}

type Ledger = ReadonlyMap<number, Begun>

/** The steps that were begun, and whether each was finished. */
const ledgerOf = async (db: Kysely<Tables>): Promise<Ledger> => {
  const rows = await db.selectFrom(LEDGER).select(['version', 'name', 'appliedAt']).execute()
  return new Map(
    rows.map((row) => [Number(row['version']), { name: String(row['name']), isDone: row['appliedAt'] !== null }]),
  )
}

/** The steps that are not done. A layout has steps of its own: what was done for another one says nothing of these tables. */
const missingOf = (steps: readonly Migration[], ledger: Ledger): readonly Migration[] =>
  steps.filter(({ version, name }) => {
    const begun = ledger.get(version)
    if (begun?.isDone !== true) return true
    if (begun.name === name) return false
    throw new Error(
      `this database was migrated with another \`layout\`, or without one: ${LEDGER} has "${begun.name}", where "${name}" belongs. ` +
        `Set that layout; or, if the present one is right, drop the table ${LEDGER} and migrate again: tables that are there stay as they are`,
    )
  })

const makeLedger = async (db: Kysely<Tables>, { types }: Flavour) => {
  await db.schema
    .createTable(LEDGER)
    .ifNotExists()
    .addColumn('version', types.integer, (column) => column.primaryKey().notNull())
    .addColumn('name', types.text, (column) => column.notNull())
    .addColumn('appliedAt', types.instant)
    .execute()
}

const apply = async (db: Kysely<Tables>, flavour: Flavour, { version, name, up }: Migration, ledger: Ledger) => {
  const begun = ledger.get(version)
  // Where definitions cannot be undone, this row tells the next run whose the tables are that it finds.
  if (begun === undefined) await db.insertInto(LEDGER).values({ version, name, appliedAt: null }).execute()
  await up(db, makeBuilder(db, flavour, begun?.name === name))
  const appliedAt = flavour.write({ kind: 'instant' }, new Date())
  await db.updateTable(LEDGER).set({ name, appliedAt }).where('version', '=', version).execute()
}

/**
 * Brings the schema up to date. Forward only; several processes may do it at once, and one of them does the work. All steps or none where the
 * database can undo definitions; where it cannot (MySQL, MariaDB), an interrupted run is completed by the next one. A database that is newer
 * than this code is left alone, so that old processes live on while new ones are rolled out.
 */
export const migrateSchema = (
  db: Kysely<Tables>,
  flavour: Flavour,
  steps: readonly Migration[],
): Promise<MigrationReport> =>
  flavour.migrating(db, async (within) => {
    await makeLedger(within, flavour)
    const ledger = await ledgerOf(within)
    const missing = missingOf(steps, ledger)
    for (const step of missing) await apply(within, flavour, step, ledger)
    const version = Math.max(0, ...ledger.keys(), ...missing.map((step) => step.version))
    return { version, applied: missing.map((step) => step.name) }
  })

/** The names of the steps that the database still lacks. Changes nothing. */
export const pendingMigrations = async (
  db: Kysely<Tables>,
  flavour: Flavour,
  steps: readonly Migration[],
): Promise<readonly string[]> => {
  const columns = await flavour.inspect(db, LEDGER)
  const ledger: Ledger = 'version' in columns ? await ledgerOf(db) : new Map()
  return missingOf(steps, ledger).map((step) => step.name)
}
