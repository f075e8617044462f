// Everything on this machine: a database, three processes, a proxy, a provider. Ends with Ctrl+C.
import { startPostgres } from '@authwright/test-kit/databases'
import { startCluster } from './cluster.ts'

const database = await startPostgres()
const { REDIS_URL } = process.env
const redis = REDIS_URL === undefined ? {} : { REDIS_URL }
const cluster = await startCluster({ ...redis, DATABASE_URL: await database.createDatabase() }, 3000)
console.log(`Open ${cluster.origin}/auth/signin and reload ${cluster.origin}/ : each time another process answers.`)
console.log(
  `The processes: ${cluster.servers.map(({ pid }) => pid).join(', ')}. Try: kill -9 ${cluster.servers[0]?.pid}`,
)
console.log(`Mails arrive at ${cluster.mailbox.url}`)
console.log(`The database: ${database.url}`)

process.once('SIGINT', () => {
  void cluster
    .close()
    .then(database.close)
    .then(() => process.exit(0))
})
