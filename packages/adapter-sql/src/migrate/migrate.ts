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

const LEDGER = 'gatehouse_migrations'

/** The steps that were begun, and whether each was finished. */
const ledgerOf = async (db: Kysely<Tables>): Promise<ReadonlyMap<number, boolean>> => {
  const rows = await db.selectFrom(LEDGER).select(['version', 'appliedAt']).execute()
  return new Map(rows.map((row) => [Number(row['version']), row['appliedAt'] !== null]))
}

const makeLedger = async (db: Kysely<Tables>, { types }: Flavour) => {
  await db.schema
    .createTable(LEDGER)
    .ifNotExists()
    .addColumn('version', types.integer, (column) => column.primaryKey().notNull())
    .addColumn('name', types.text, (column) => column.notNull())
    .addColumn('appliedAt', types.instant)
    .execute()
}

const apply = async (db: Kysely<Tables>, flavour: Flavour, { version, name, up }: Migration, interrupted: boolean) => {
  // Where definitions cannot be undone, this row tells the next run whose the tables are that it finds.
  if (!interrupted) await db.insertInto(LEDGER).values({ version, name, appliedAt: null }).execute()
  await up(db, makeBuilder(db, flavour, interrupted))
  const appliedAt = flavour.write({ kind: 'instant' }, new Date())
  await db.updateTable(LEDGER).set({ appliedAt }).where('version', '=', version).execute()
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
    const missing = steps.filter(({ version }) => ledger.get(version) !== true)
    for (const step of missing) await apply(within, flavour, step, ledger.has(step.version))
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
  const ledger = 'version' in columns ? await ledgerOf(db) : new Map<number, boolean>()
  return steps.filter(({ version }) => ledger.get(version) !== true).map((step) => step.name)
}
