import { createServer } from 'node:net'

const FIRST = 20_000
/** Ports of one process. */
const SHARE = 100

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

let used = 0

/**
 * A free port of 127.0.0.1, for a server that another process starts. The number is below those that systems give to outgoing
 * connections, and parallel workers of Vitest get different numbers, so that the port is still free when the server listens.
 *
 * @example
 * const environment = { PORT: String(await freePort()) }
 */
export const freePort = async (): Promise<number> => {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? process.pid) % SHARE
  for (let tried = 0; tried < SHARE; tried += 1) {
    const port = FIRST + worker * SHARE + (used % SHARE)
    used += 1
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${FIRST + worker * SHARE} on is free`)
}
