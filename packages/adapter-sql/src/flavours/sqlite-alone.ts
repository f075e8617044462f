import { SqliteAdapter } from 'kysely'
import type { Flavour } from '../store/flavour.ts'
import { sqliteFlavour } from './sqlite.ts'

/** Kysely's mark of a SQLite that runs each statement on its own, such as D1. */
export class StatementsAloneAdapter extends SqliteAdapter {}

/** SQLite without transactions: definitions cannot be undone, so an interrupted migration is completed by the next one. */
export const sqliteAloneFlavour: Flavour = {
  ...sqliteFlavour,
  transactions: false,
  migrating: (db, work) => work(db),
}
