import type { Kysely } from 'kysely'
import type { Flavour } from '../store/flavour.ts'
import type { Tables } from '../store/tables.ts'
import { migrations, type Migration } from './migrations.ts'

/** What a run of the migrations did. */
export interface MigrationReport {
  /** The version the database now has. */
  readonly version: number
  /** The names of the steps that were done now, in order. */
  readonly applied: readonly string[]
}

const LEDGER = 'gatehouse_migrations'

const doneIn = async (db: Kysely<Tables>): Promise<ReadonlySet<number>> => {
  const rows = await db.selectFrom(LEDGER).select('version').execute()
  return new Set(rows.map((row) => Number(row['version'])))
}

const makeLedger = async (db: Kysely<Tables>, { types }: Flavour) => {
  await db.schema
    .createTable(LEDGER)
    .ifNotExists()
    .addColumn('version', types.integer, (column) => column.primaryKey().notNull())
    .addColumn('name', types.text, (column) => column.notNull())
    .addColumn('appliedAt', types.instant, (column) => column.notNull())
    .execute()
}

const apply = async (db: Kysely<Tables>, flavour: Flavour, migration: Migration) => {
  await migration.up(db, flavour)
  const { version, name } = migration
  const appliedAt = flavour.write('instant', new Date())
  await db.insertInto(LEDGER).values({ version, name, appliedAt }).execute()
}

/**
 * Brings the schema up to date. Forward only; all steps or none; several processes may do it at once, and one of them does the work. A database
 * that is newer than this code is left alone, so that old processes live on while new ones are rolled out.
 */
export const migrateSchema = (db: Kysely<Tables>, flavour: Flavour, steps = migrations): Promise<MigrationReport> =>
  db.transaction().execute(async (transaction) => {
    await flavour.lockMigrations(transaction)
    await makeLedger(transaction, flavour)
    const done = await doneIn(transaction)
    const missing = steps.filter((step) => !done.has(step.version))
    for (const step of missing) await apply(transaction, flavour, step)
    const version = Math.max(0, ...done, ...missing.map((step) => step.version))
    return { version, applied: missing.map((step) => step.name) }
  })

/** The names of the steps that the database still lacks. Changes nothing. */
export const pendingMigrations = async (db: Kysely<Tables>, flavour: Flavour): Promise<readonly string[]> => {
  const ledger = await flavour.inspect(db, LEDGER)
  const done = 'version' in ledger ? await doneIn(db) : new Set<number>()
  return migrations.filter((step) => !done.has(step.version)).map((step) => step.name)
}
