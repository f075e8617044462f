// Starts a database, three processes, a proxy, an identity provider and a mailbox on this machine. Press Ctrl-C to stop.
import { startPostgres } from '@authwright/test-kit/databases'
import { startCluster } from './cluster.ts'

const database = await startPostgres()
const { REDIS_URL } = process.env
const redis = REDIS_URL === undefined ? {} : { REDIS_URL }
const cluster = await startCluster({ ...redis, DATABASE_URL: await database.createDatabase() }, 3000)
console.log(`Sign in at ${cluster.origin}/auth/signin, then reload ${cluster.origin}/ to see another process respond.`)
console.log(
  `Processes: ${cluster.servers.map(({ pid }) => pid).join(', ')}. Kill one: kill -9 ${cluster.servers[0]?.pid}`,
)
console.log(`Mailbox: ${cluster.mailbox.url}`)
console.log(`Database: ${database.url}`)

process.once('SIGINT', () => {
  void cluster
    .close()
    .then(database.close)
    .then(() => process.exit(0))
})
