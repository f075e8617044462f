// `node program.mjs <work>`: loads a library and handles one request. A process that ends at once is the measure of its start.
// It writes the milliseconds of processor time that it took.
import { client, ORIGIN, SECRET } from '../fixtures.mjs'

const common = { secret: SECRET, trustHost: true, basePath: '/auth' }
const credentials = { credentials: {}, authorize: () => null }
const get = (/** @type {string} */ path) => new Request(`${ORIGIN}/auth${path}`)

/** Two providers and a password, as a site has them. @param {readonly any[]} modules */
const withProviders = (modules) => {
  const [GitHub, Google, Credentials] = modules.map((module) => module.default)
  return { ...common, providers: [GitHub(client), Google(client), Credentials(credentials)] }
}

const ownConfig = async () =>
  withProviders(
    await Promise.all([
      import('@authwright/core/providers/github'),
      import('@authwright/core/providers/google'),
      import('@authwright/core/providers/credentials'),
    ]),
  )

const peerConfig = async () =>
  withProviders(
    await Promise.all([
      import('@auth/core/providers/github'),
      import('@auth/core/providers/google'),
      import('@auth/core/providers/credentials'),
    ]),
  )

const loadOwn = () => Promise.all([import('@authwright/core'), ownConfig()])
const loadPeer = () => Promise.all([import('@auth/core'), peerConfig()])

/** @param {string} path */
const own = async (path) => {
  const [{ Auth }, config] = await loadOwn()
  return Auth(get(path), config)
}

/** @param {string} path */
const peer = async (path) => {
  const [{ Auth }, config] = await loadPeer()
  return Auth(get(path), config)
}

/** @param {() => Promise<unknown>} load */
const only = async (load) => {
  await load()
  return null
}

/** @type {Readonly<Record<string, () => Promise<Response | null>>>} */
const works = {
  empty: async () => null,
  // Node loads its implementation of fetch with the first request. No library that takes one can be faster.
  request: async () => {
    get('/session')
    return null
  },
  'core, load': () => only(loadOwn),
  'core, session': () => own('/session'),
  'core, page': () => own('/signin'),
  'core, jwt': async () => {
    const { getToken } = await import('@authwright/core/jwt')
    await getToken({ req: get('/'), secret: SECRET })
    return null
  },
  'node, session': async () => {
    const [{ NodeAuth }, config] = await Promise.all([import('@authwright/node'), ownConfig()])
    NodeAuth(config)
    return own('/session')
  },
  'web, session': async () => {
    const [{ FetchAuth }, config] = await Promise.all([import('@authwright/web'), ownConfig()])
    FetchAuth(config)
    return own('/session')
  },
  'sveltekit, session': async () => {
    const [{ SvelteKitAuth }, config] = await Promise.all([import('@authwright/sveltekit'), ownConfig()])
    SvelteKitAuth(config)
    return own('/session')
  },
  '@auth/core, load': () => only(loadPeer),
  '@auth/core, session': () => peer('/session'),
  '@auth/core, page': () => peer('/signin'),
  '@auth/core, jwt': async () => {
    const { getToken } = await import('@auth/core/jwt')
    await getToken({ req: get('/'), secret: SECRET })
    return null
  },
}

const [, , name = ''] = process.argv
const response = await works[name]?.()
if (response === undefined || response?.ok === false) throw new Error(`${name}: ${response?.status}`)
const { user, system } = process.cpuUsage()
console.log((user + system) / 1000)
