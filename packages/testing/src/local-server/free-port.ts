import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the numbers that systems give to outgoing connections. */
const FIRST = 20_000
const LAST = 29_999

/**
 * Reserve a number until this process ends, also while no server listens: only one process can have the UDP port. Two
 * processes that search at the same time, or while a server restarts, get different numbers.
 */
const reserve = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const reservation = createSocket('udp4')
    reservation.once('error', () => reservation.close(() => resolve(false)))
    reservation.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      reservation.unref()
      resolve(true)
    })
  })

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/**
 * A free port of 127.0.0.1, for a server that another process starts. No other caller gets it until this process ends.
 *
 * @example
 * const environment = { PORT: String(await freePort()) }
 */
export const freePort = async (): Promise<number> => {
  for (let port = FIRST; port <= LAST; port += 1) if ((await reserve(port)) && (await isFree(port))) return port
  throw new Error(`No port from ${FIRST} to ${LAST} is free`)
}
