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
 * The port, if no program uses it, or any free port for 0.
 *
 * @param {number} port
 * @returns {Promise<number | null>}
 */
const findFree = async (port) => {
  const free = await probe(port, '127.0.0.1')
  // Another program may use the port only on the IPv6 loopback address, which browsers try first.
  return free !== null && (await probe(free, '::1')) !== null ? free : null
}

/**
 * @param {string} variable
 * @param {string | undefined} value
 */
const readPort = (variable, value) => {
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new StartError(`${variable}=${value} is not a port. Use an integer from 0 to 65535.`)
}

/**
 * The ports of these variables. A variable that is not set takes its default, or the next port that no other program uses. Throws
 * if the port of a variable that is set is in use.
 *
 * @template {string} Name
 * @param {NodeJS.ProcessEnv} environment
 * @param {Record<Name, number>} defaults
 * @returns {Promise<Record<Name, number>>}
 */
export const choosePorts = async (environment, defaults) => {
  const names = /** @type {Name[]} */ (Object.keys(defaults))
  const chosen = /** @type {Record<Name, number>} */ ({})
  for (const name of names.filter((name) => environment[name] !== undefined)) {
    const port = readPort(name, environment[name])
    const free = await findFree(port)
    if (free === null) throw portInUse(name, port)
    chosen[name] = free
  }
  for (const name of names.filter((name) => environment[name] === undefined)) {
    /** @type {number | null} */
    let free = null
    for (let port = defaults[name]; free === null; port += 1)
      free = Object.values(chosen).includes(port) ? null : await findFree(port)
    chosen[name] = free
  }
  return chosen
}
