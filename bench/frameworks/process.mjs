// A server in a process of its own, for the measurement of frameworks and for the long run.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { SECRET } from '../fixtures.mjs'

const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url))

/**
 * Starts `server.mjs`. The arguments say which application it serves.
 * @param {readonly string[]} args
 * @param {readonly string[]} [nodeOptions]
 */
export const startServer = async (args, nodeOptions = []) => {
  // The server that SvelteKit builds takes requests for https, unless this header has the scheme.
  const variables = { NODE_ENV: 'production', PROTOCOL_HEADER: 'x-scheme', BENCH_SECRET: SECRET }
  const env = { ...process.env, ...variables }
  const child = fork(SERVER, args, { execArgv: [...nodeOptions], env })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${args.join(' ')} ended with ${code}`)))
  ended.catch(() => undefined)
  const [port] = await Promise.race([once(child, 'message'), ended])
  /** @param {string} question */
  const ask = async (question) => {
    child.send(question)
    const [reply] = await Promise.race([once(child, 'message'), ended])
    return reply
  }
  return {
    port: Number(port),
    /** Microseconds of processor time, and bytes of memory. @returns {Promise<{ cpu: number, rss: number, heap: number }>} */
    usage: () => ask('usage'),
    /** The same after a collection of garbage, which needs `--expose-gc`. @returns {Promise<{ cpu: number, rss: number, heap: number }>} */
    collect: () => ask('collect'),
    stop: async () => {
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
    },
  }
}
