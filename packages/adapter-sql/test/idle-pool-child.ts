import pg from 'pg'
import { postgresAdapter } from '../src/postgres.ts'

// A process of an application that listens to no errors of its pool. It tells when that lost a connection, and answers whose session a token is.
const [connectionString = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 2 })
pool.once('remove', () => process.send?.('lost'))
const adapter = postgresAdapter({ pool, migrate: false })

const answer = async (token: string): Promise<void> => {
  const found = await adapter.getSessionAndUser(token)
  process.send?.(found?.user.id)
}
process.on('message', (token: string) => void answer(token))
process.send?.('ready')
