import { rmSync } from 'node:fs'
import { type Child, startChild } from './child.ts'
import { freePort } from '@authwright/testing/local-server'
import { findProgram, scratchFolder } from './places.ts'
import type { DatabaseServer } from './server.ts'

const program = () => findProgram('redis-server', 'valkey-server')

/** Why Redis cannot be started on this machine. `null` when it can. */
export const whyNoRedis = (): string | null =>
  program() === undefined ? 'Redis is not installed (apt-get install redis-server)' : null

/**
 * Starts a separate server of the installed Redis or Valkey. Throws if none is installed: call `whyNoRedis` first.
 *
 * @example
 * const server = await startRedis()
 * const client = createClient({ url: await server.createDatabase() })
 * client.on('error', () => undefined) // an unhandled error event ends the process
 * await client.connect()
 */
export const startRedis = async (): Promise<DatabaseServer> => {
  const server = program()
  if (server === undefined) throw new Error(whyNoRedis() ?? '')
  const folder = scratchFolder('redis')
  const port = await freePort()
  const kept = ['--appendonly', 'yes', '--appendfsync', 'no', '--save', '', '--dir', folder]
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--databases', '1000', ...kept]
  const begin = (): Promise<Child> => startChild(server, args, /Ready to accept connections/)
  let child = await begin()
  const url = `redis://127.0.0.1:${port}`
  let made = 0
  return {
    url,
    createDatabase: async () => `${url}/${(made += 1)}`,
    stop: () => child.end('SIGTERM'),
    crash: () => child.end('SIGKILL'),
    start: async () => {
      child = await begin()
    },
    close: async () => {
      await child.end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
