// A process that checks sessions and runs first sign-ins over PostgreSQL without a pause, until it receives a message.
import { once } from 'node:events'
import pg from 'pg'
import postgres from 'postgres'
import { postgresAdapter } from '../../src/postgres.ts'
import type { Report } from './restart.faults.ts'

const [url = '', client = ''] = process.argv.slice(2)

const LOOPS = 20
const ENOUGH = 100
const later = new Date(Date.now() + 3_600_000)

const pool = new pg.Pool({ connectionString: url })
pool.on('error', () => undefined)
// By default, the pause between two attempts to connect grows to 20 seconds. With `fetch_types`, a failed query of the
// client itself would terminate the process.
const sql = postgres(url, { onnotice: () => undefined, backoff: () => 0.05, fetch_types: false })
const adapter = postgresAdapter(client === 'pg' ? { pool } : { sql })

const signIn = async (id: string): Promise<void> => {
  await adapter.transaction(async (inner) => {
    await inner.createUser?.({ id, email: `${id}@example.org`, emailVerified: null })
    await inner.linkAccount?.({ provider: 'p', providerAccountId: id, type: 'oidc', userId: id })
    await inner.createSession?.({ sessionToken: id, userId: id, expires: later })
  })
}

const check = async (): Promise<void> => {
  const found = await adapter.getSessionAndUser('ada')
  if (found?.user.id !== 'ada') throw new Error('the session does not exist')
}

await signIn('ada')

let stop = false
let succeeded = 0
let failed = 0
const repeat = async (work: () => Promise<void>): Promise<void> => {
  while (!stop) {
    try {
      await work()
      if ((succeeded += 1) === ENOUGH) process.send?.('ready')
    } catch {
      failed += 1
    }
  }
}
const loops = Array.from({ length: LOOPS }, (_, i) => repeat(i % 2 === 0 ? check : () => signIn(crypto.randomUUID())))

await once(process, 'message')
stop = true
await Promise.all(loops)
// More calls than connections: no connection may be lost.
await Promise.all(Array.from({ length: LOOPS }, (_, i) => (i % 2 === 0 ? check() : signIn(crypto.randomUUID()))))
const report: Report = { failed, succeeded }
process.send?.(report, () => process.exit())
