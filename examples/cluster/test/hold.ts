import pg from 'pg'
import { createClient } from 'redis'
import { expect } from 'vitest'

/** A lock on data. */
export interface Lock {
  readonly release: () => Promise<void>
}

/** A lock on a table. */
export interface LockedTable extends Lock {
  /** Waits until this number of statements wait for the lock. */
  readonly waitForBlocked: (statements: number) => Promise<void>
}

/** Locks a table. A sign-in with a provider reads `accounts` in its callback; every other sign-in reads `users`. */
export const lockTable = async (
  databaseUrl: string,
  table: 'accounts' | 'users' | 'verification_tokens',
): Promise<LockedTable> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ count: string }>('select count(*) as count from pg_locks where not granted')
    return Number(rows[0]?.count)
  }
  return {
    waitForBlocked: async (statements) => {
      await expect.poll(waiting, { timeout: 20_000 }).toBe(statements)
    },
    release: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

/**
 * Pauses all writes to a Redis. `release` waits until no client with a paused command is connected: Redis discards the command
 * of a killed process when it notices the disconnection.
 */
export const pauseRedis = async (url: string): Promise<Lock> => {
  const client = await createClient({ url }).connect()
  await client.sendCommand(['CLIENT', 'PAUSE', '60000', 'WRITE'])
  // The flag `b` marks a client whose command waits.
  const isAnyPaused = async (): Promise<boolean> => {
    const clients: unknown = await client.sendCommand(['CLIENT', 'LIST'])
    return typeof clients === 'string' && / flags=\w*b/.test(clients)
  }
  return {
    release: async () => {
      await expect.poll(isAnyPaused, { timeout: 20_000 }).toBe(false)
      await client.sendCommand(['CLIENT', 'UNPAUSE'])
      client.destroy()
    },
  }
}
