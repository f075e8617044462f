import { DatabaseSync } from 'node:sqlite'
import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
import { startRedis, whyNoRedis } from '@authwright/test-kit/databases'
import { type FaultMatrixReport, runFaultMatrix } from '@authwright/test-kit/fault-matrix'
import { createClient } from 'redis'
import { expect, test } from 'vitest'
import { everyFlowOver } from '@authwright/test-kit/fault-matrix/every-flow'
import { record } from '@authwright/test-kit/fault-matrix/record'
import { redisAdapter } from '../../src/index.ts'

const runOverRedis = async (): Promise<FaultMatrixReport> => {
  const server = await startRedis()
  const client = await createClient({ url: server.url }).connect()
  const database = new DatabaseSync(':memory:')
  const users = sqliteAdapter({ database })
  const read = (columns: string, table: string) => database.prepare(`select ${columns} from ${table}`).all()
  const text = (row: object, name: string): string => String(Reflect.get(row, name))
  const rows = () => ({
    users: read('id, email', 'users').map((row) => ({ id: text(row, 'id'), email: text(row, 'email') })),
    accounts: read('providerAccountId, userId', 'accounts').map((row) => ({
      providerAccountId: text(row, 'providerAccountId'),
      userId: text(row, 'userId'),
    })),
    // Sessions are in Redis.
    sessions: [],
  })
  const empty = (): void => database.exec('delete from accounts; delete from authenticators; delete from users')
  await users.migrate()
  try {
    return await runFaultMatrix({ ...everyFlowOver(redisAdapter({ client, users })), rows, empty })
  } finally {
    await client.close()
    await server.close()
  }
}

test(
  'over Redis with users in SQLite every flow survives every fault at every call',
  { timeout: 900_000 },
  async ({ skip }) => {
    const reason = whyNoRedis()
    if (reason !== null) return skip(reason)
    const report = await runOverRedis()
    record('Redis, users in node:sqlite', report)
    expect(report.failures).toEqual([])
  },
)
