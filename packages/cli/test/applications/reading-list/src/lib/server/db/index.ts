import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { building } from '$app/environment'
import * as schema from './schema'

export const db = drizzle(new Database(building ? ':memory:' : 'reading-list.db'), { schema })
if (!building) migrate(db, { migrationsFolder: 'drizzle' })
