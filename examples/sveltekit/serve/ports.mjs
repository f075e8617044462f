import { createServer } from 'node:net'
import { StartError } from './start-error.mjs'

/**
 * @param {string} variable
 * @param {number} port
 */
const portInUse = (variable, port) =>
  new StartError(
    `Another program uses port ${port}. Stop it, or choose another port: ${variable}=${port + 1} npm start`,
  )

/**
 * Tests a port on an address. Returns a free port for 0, and `null` when the port is in use.
 *
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number | null>}
 */
const probe = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') return resolve(null)
      // Without IPv6, no program can use the port there.
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return resolve(port)
      reject(error)
    })
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null))
    })
  })

/**
 * The port of an environment variable, or the default. If the port of the variable is in use, this throws; if the default is
 * in use, this returns a free port.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} variable
 * @param {number} defaultPort
 * @param {{ isFixed?: boolean }} [options] throw also when the default is in use
 * @returns {Promise<number>}
 */
export const choosePort = async (environment, variable, defaultPort, { isFixed = false } = {}) => {
  const configured = environment[variable]
  const port = Number(configured ?? defaultPort)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartError(`${variable}=${configured} is not a port. Use an integer from 0 to 65535.`)
  }
  const free = await probe(port, '127.0.0.1')
  // Another program may use the port only on the IPv6 loopback address, which browsers try first.
  if (free !== null && (await probe(free, '::1')) !== null) return free
  if (configured !== undefined || isFixed) throw portInUse(variable, port)
  return choosePort({ [variable]: '0' }, variable, 0)
}
