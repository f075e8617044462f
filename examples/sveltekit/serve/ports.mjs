import { createServer } from 'node:net'
import { PlainError } from './plain-error.mjs'

/**
 * @param {string} variable
 * @param {number} port
 */
const taken = (variable, port) =>
  new PlainError(
    `Port ${port} is taken by another program. Stop that, or choose another port: ${variable}=${port + 1} npm start`,
  )

/**
 * The port when it can be had on this address, or a free one for 0; `null` when it is taken.
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
      // A machine without IPv6 has nothing of ours to collide with there.
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return resolve(port)
      reject(error)
    })
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null))
    })
  })

/**
 * The port that an environment variable names, else the usual one. Taken, the first is refused and the second replaced.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} variable
 * @param {number} usual
 * @param {{ insist?: boolean }} [options] refuse to replace the usual port too
 * @returns {Promise<number>}
 */
export const choosePort = async (environment, variable, usual, { insist = false } = {}) => {
  const written = environment[variable]
  const port = Number(written ?? usual)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new PlainError(`${variable}=${written} is no port: a whole number from 0 to 65535 is.`)
  }
  const found = await probe(port, '127.0.0.1')
  // Another program may hold the port on the other loopback address alone, and browsers try that one first.
  if (found !== null && (await probe(found, '::1')) !== null) return found
  if (written !== undefined || insist) throw taken(variable, port)
  return choosePort({ [variable]: '0' }, variable, 0)
}
