// A process that migrates a libSQL file when it receives a message, so that several processes start at once.
import { createClient } from '@libsql/client'
import { libsqlAdapter } from '../src/libsql.ts'

const [url = ''] = process.argv.slice(2)
const client = createClient({ url })
const adapter = libsqlAdapter({ client, migrate: false })

const migrate = async (): Promise<void> => {
  const report = await adapter.migrate().then(
    ({ applied, version }) => ({ applied: applied.length, version }),
    (error: unknown) => ({ error: String(error) }),
  )
  process.send?.(report, () => {
    client.close()
    process.disconnect()
  })
}

process.once('message', () => void migrate())
process.send?.('ready')
