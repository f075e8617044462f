import pg from 'pg'
import { expect } from 'vitest'

/** A table that nobody can read. */
export interface Held {
  /** Waits until as many wait for it as a process has connections. */
  readonly isReached: () => Promise<void>
  readonly release: () => Promise<void>
}

/** Connections of one process. */
const CONNECTIONS = 10

/** Holds the table of accounts, which every sign-in by a provider reads first. */
export const holdAccounts = async (databaseUrl: string): Promise<Held> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('lock table accounts in access exclusive mode')
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ count: string }>('select count(*) as count from pg_locks where not granted')
    return Number(rows[0]?.count)
  }
  return {
    isReached: async () => {
      await expect.poll(waiting, { timeout: 20_000 }).toBe(CONNECTIONS)
    },
    release: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}
