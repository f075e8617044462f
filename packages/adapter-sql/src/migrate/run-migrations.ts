import type { Kysely } from 'kysely'
import type { EngineRules } from '../engines/engine-rules.ts'
import type { Tables } from '../store/tables.ts'
import { makeBuilder } from './builder.ts'
import type { Migration } from './migrations.ts'

/**
 * The result of a migration run.
 * @example
 * const describe = ({ version, applied }: MigrationReport) =>
 *   applied.length === 0 ? `already at version ${version}` : `migrated to ${version}: ${applied.join(', ')}`
 */
export interface MigrationReport {
  /** The version that the database has now. */
  readonly version: number
  /** The names of the migrations that this run applied, in order. */
  readonly applied: readonly string[]
}

/**
 * The options of a migration run.
 * @example const options: MigrateOptions = { onMigration: (name) => console.log(`applying: ${name}`) }
 */
export interface MigrateOptions {
  /**
   * Called before each migration that this run applies, with its name. A later failure may roll it back.
   * @example onMigration: (name) => console.log(`applying: ${name}`)
   */
  readonly onMigration?: (name: string) => void
}

const LEDGER = 'authwright_migrations'

interface LedgerEntry {
  readonly name: string
  readonly isDone: boolean
}

type Ledger = ReadonlyMap<number, LedgerEntry>

/** Reads which migrations were begun, and which of them are done. */
const readLedger = async (db: Kysely<Tables>): Promise<Ledger> => {
  const rows = await db.selectFrom(LEDGER).select(['version', 'name', 'appliedAt']).execute()
  return new Map(
    rows.map((row) => [Number(row['version']), { name: String(row['name']), isDone: row['appliedAt'] !== null }]),
  )
}

/** The migrations that are not done. Throws if the database was migrated for another schema. */
const findPending = (migrations: readonly Migration[], ledger: Ledger): readonly Migration[] =>
  migrations.filter(({ version, name }) => {
    const entry = ledger.get(version)
    if (entry?.isDone !== true) return true
    if (entry.name === name) return false
    throw new Error(
      `this database was migrated with another \`schema\`, or without one: ${LEDGER} has "${entry.name}" instead of "${name}". ` +
        `Set that schema. If the present one is right, drop the table ${LEDGER} and migrate again: existing tables do not change`,
    )
  })

const createLedger = async (db: Kysely<Tables>, { types }: EngineRules) => {
  await db.schema
    .createTable(LEDGER)
    .ifNotExists()
    .addColumn('version', types.integer, (column) => column.primaryKey().notNull())
    .addColumn('name', types.text, (column) => column.notNull())
    .addColumn('appliedAt', types.instant)
    .execute()
}

const apply = async (db: Kysely<Tables>, engine: EngineRules, { version, name, up }: Migration, ledger: Ledger) => {
  const entry = ledger.get(version)
  // Written first: where definitions cannot be rolled back, the next run knows from it that the tables are ours.
  if (entry === undefined) await db.insertInto(LEDGER).values({ version, name, appliedAt: null }).execute()
  await up(db, makeBuilder(db, engine, entry?.name === name))
  const appliedAt = engine.write({ kind: 'instant' }, new Date())
  await db.updateTable(LEDGER).set({ name, appliedAt }).where('version', '=', version).execute()
}

/**
 * Applies the pending migrations.
 *
 * Several processes may do so at once: one does the work, and the others wait. If the engine can roll back definitions,
 * all migrations are applied or none. Otherwise (MySQL, MariaDB) the next run completes an interrupted one. A database
 * that is newer than this code is not changed, so that old processes go on working during a deployment.
 */
export const migrateSchema = (
  db: Kysely<Tables>,
  engine: EngineRules,
  migrations: readonly Migration[],
  { onMigration }: MigrateOptions = {},
): Promise<MigrationReport> =>
  engine.withMigrationLock(db, async (locked) => {
    await createLedger(locked, engine)
    const ledger = await readLedger(locked)
    const pending = findPending(migrations, ledger)
    for (const migration of pending) {
      onMigration?.(migration.name)
      await apply(locked, engine, migration, ledger)
    }
    const version = Math.max(0, ...ledger.keys(), ...pending.map((migration) => migration.version))
    return { version, applied: pending.map(({ name }) => name) }
  })

/** Returns the names of the migrations that the database lacks. Changes nothing. */
export const pendingMigrations = async (
  db: Kysely<Tables>,
  engine: EngineRules,
  migrations: readonly Migration[],
): Promise<readonly string[]> => {
  const columns = await engine.inspect(db, LEDGER)
  const ledger: Ledger = 'version' in columns ? await readLedger(db) : new Map()
  return findPending(migrations, ledger).map(({ name }) => name)
}
