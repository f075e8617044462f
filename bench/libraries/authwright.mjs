import { Auth, createAuth, customFetch, defaultRuntime } from '@authwright/core'
import { decodeAuthJs, fromAuthJs } from '@authwright/core/compat'
import { encode } from '@authwright/core/jwt'
import { NodeAuth } from '@authwright/node'
import { webEngine } from '../../packages/core/src/runtime/web-engine.ts'
import { assert, CLAIMS, cookieOf, ORIGIN, SECRET, USER } from '../fixtures.mjs'
import { makeOperations } from './auth-interface.mjs'
import { loadProviders } from './catalog.mjs'

const COOKIE = '__Host-authwright.session-token'

const loadProvider = async (/** @type {string} */ id) => (await import(`@authwright/core/providers/${id}`)).default

const library = {
  name: 'Authwright',
  serve: (/** @type {any} */ config) => (/** @type {Request} */ request) => Auth(request, config),
  encode,
  cookie: COOKIE,
  loadProvider,
  customFetch,
}

export const authwright = makeOperations(library)

/** The same with the cryptography of runtimes without `node:crypto`. */
export const onWebCrypto = makeOperations({
  ...library,
  serve: (config) => {
    const auth = createAuth(config, { ...defaultRuntime, crypto: webEngine })
    return (request) => auth.handle(request)
  },
})

/** The cookie of a user who is signed in, on an https site. */
export const sessionCookie = async () => cookieOf(COOKIE, await encode({ token: CLAIMS, secret: SECRET, salt: COOKIE }))

/** Reads the session in application code, without a request handler. @param {object} options of the session */
export const readInCode = async (options) => {
  const auth = createAuth({ ...(await authwright.base()), session: options })
  const cookie = await sessionCookie()
  const run = () => auth.session({ url: `${ORIGIN}/`, headers: new Headers({ cookie }) })
  const check = async () => assert((await run()).session?.user?.email === USER.email, 'session()')
  return { run, check }
}

/** Reads the session in the handler of a Node server. @param {boolean} [isFunction] whether a function makes the config for each request */
export const readOnNode = async (isFunction = false) => {
  const { callbacks, ...config } = await authwright.base()
  const makeConfig = () => ({ ...config, callbacks: { ...callbacks } })
  const node = NodeAuth(isFunction ? makeConfig : makeConfig())
  const headers = { host: new URL(ORIGIN).host, cookie: await sessionCookie() }
  const message = () => ({ method: 'GET', url: '/', headers, rawHeaders: [], socket: { encrypted: true } })
  const run = () => node.auth(/** @type {any} */ (message()), /** @type {any} */ ({ headersSent: false }))
  return { run, check: async () => assert((await run())?.user?.email === USER.email, 'auth() on Node') }
}

export const providersOf = (/** @type {number} */ count) => loadProviders(loadProvider, count)

/** Options for an application that keeps the sealed cookies of Auth.js. @param {string} name of the session cookie */
export const sharedCookie = (name) => ({
  cookies: { sessionToken: { name, options: { path: '/', httpOnly: true, sameSite: 'lax', secure: true } } },
  jwt: { decode: decodeAuthJs },
})

/** Options for an application that takes over the sessions of Auth.js. */
export const takeOver = () => fromAuthJs({}, { until: new Date(Date.now() + 30 * 864e5) })
