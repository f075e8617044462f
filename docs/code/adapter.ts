import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { DatabaseSync } from 'node:sqlite'

/** Stands for the adapter of the application. */
export const adapter = sqliteAdapter({ database: new DatabaseSync('app.db') })
