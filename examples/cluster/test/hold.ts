import pg from 'pg'
import { createClient } from 'redis'
import { expect } from 'vitest'

/** Something that nobody can read. */
export interface Held {
  readonly release: () => Promise<void>
}

/** A table that nobody can read. */
export interface HeldTable extends Held {
  /** Waits until so many statements wait for it. */
  readonly isReachedBy: (statements: number) => Promise<void>
}

/** Holds a table: that of accounts every sign-in by a provider reads when the provider has answered, that of users every other one. */
export const holdTable = async (
  databaseUrl: string,
  table: 'accounts' | 'users' | 'verification_tokens',
): Promise<HeldTable> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ count: string }>('select count(*) as count from pg_locks where not granted')
    return Number(rows[0]?.count)
  }
  return {
    isReachedBy: async (statements) => {
      await expect.poll(waiting, { timeout: 20_000 }).toBe(statements)
    },
    release: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

/** Holds whatever writes to a Redis. What a dead client had sent is forgotten. */
export const holdRedis = async (url: string): Promise<Held> => {
  const client = await createClient({ url }).connect()
  await client.sendCommand(['CLIENT', 'PAUSE', '60000', 'WRITE'])
  return {
    release: async () => {
      await client.sendCommand(['CLIENT', 'UNPAUSE'])
      client.destroy()
    },
  }
}
