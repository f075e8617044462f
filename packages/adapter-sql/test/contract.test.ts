import { adapterContract } from '@authwright/testing'
import Better from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { describe, test } from 'vitest'
import { migrate, sqlAdapter } from '../src/index.ts'
import { betterMemory, nodeMemory, over, overFile } from './databases.ts'

// Each race has fifty participants. races/once.faults.ts runs those for one-time values two hundred times.
const rounds = 20

describe('node:sqlite in memory fulfills the adapter contract', () => {
  adapterContract({ test, rounds, make: () => over(nodeMemory()) })
})

describe('node:sqlite in a file fulfills the adapter contract', () => {
  adapterContract({ test, rounds, make: () => overFile() })
})

describe('better-sqlite3 fulfills the adapter contract', () => {
  adapterContract({ test, rounds, make: () => over(betterMemory()) })
})

describe("Kysely's own SQLite dialect fulfills the adapter contract", () => {
  const make = async () => {
    const database = new Better(':memory:')
    const db = new Kysely<object>({ dialect: new SqliteDialect({ database }) })
    await migrate(db)
    return { adapter: sqlAdapter({ db }), close: () => db.destroy() }
  }
  adapterContract({ test, rounds: 5, make, without: ['hashes-at-rest'] })
})
