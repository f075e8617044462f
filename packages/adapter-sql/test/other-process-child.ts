// A process that runs the SQL it receives on a SQLite file.
import { DatabaseSync } from 'node:sqlite'

const [path = ''] = process.argv.slice(2)
const database = new DatabaseSync(path)

process.on('message', (sql: string) => {
  try {
    const rows = database.prepare(sql).all()
    process.send?.({ rows })
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
process.once('disconnect', () => process.exit())
process.send?.('ready')
