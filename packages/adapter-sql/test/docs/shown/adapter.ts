import { DatabaseSync } from 'node:sqlite'
import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'

/** Stands for the database of the application. */
export const database = new DatabaseSync(':memory:')
export const adapter = sqliteAdapter({ database })
