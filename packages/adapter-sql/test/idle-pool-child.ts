import pg from 'pg'
import { postgresAdapter } from '../src/postgres.ts'

// An application without a listener for the errors of its pool. It reports a lost connection, and the user of a session token.
const [connectionString = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 2 })
pool.once('remove', () => process.send?.('lost'))
const adapter = postgresAdapter({ pool, migrate: false })

const sendUserId = async (token: string): Promise<void> => {
  const found = await adapter.getSessionAndUser(token)
  process.send?.(found?.user.id)
}
process.on('message', (token: string) => void sendUserId(token))
process.send?.('ready')
