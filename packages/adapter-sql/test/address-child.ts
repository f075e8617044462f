// A process that migrates or cleans up the database at an address, as the commands of `authwright` do.
import { withDatabase } from '../src/command.ts'

const [task, address = ''] = process.argv.slice(2)
const result = await withDatabase({ address }, (adapter): Promise<unknown> =>
  task === 'migrate' ? adapter.migrate() : adapter.cleanup({ batchSize: 50 }),
)
console.log(JSON.stringify(result))
