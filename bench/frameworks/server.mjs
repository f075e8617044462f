// `node server.mjs <framework> <variant> [folder]`: serves an application on a free port, and sends the port to the parent.
import { otherServers, servers } from './servers.mjs'

const [framework = '', variant = '', folder = ''] = process.argv.slice(2)
const start = { ...servers, ...otherServers }[framework]?.[variant]
if (start === undefined) throw new Error(`No server for ${framework}, ${variant}`)

const usage = () => {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return { cpu: user + system, rss, heap: heapUsed }
}

const server = await start(folder)
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('message', (question) => {
  // The second collection frees what the finalizers of the first one held.
  if (question === 'collect') for (let i = 0; i < 2; i += 1) globalThis.gc?.()
  process.send?.(usage())
})
process.on('disconnect', () => process.exit())
