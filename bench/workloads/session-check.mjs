// `GET /session` with a small encrypted cookie, through the request handler of each library.
import { Auth as PeerAuth } from '@auth/core'
import { encode as peerEncode } from '@auth/core/jwt'
import PeerCredentials from '@auth/core/providers/credentials'
import PeerGitHub from '@auth/core/providers/github'
import PeerGoogle from '@auth/core/providers/google'
import { Auth, createAuth, defaultRuntime } from '../../packages/core/dist/index.js'
import { encode } from '../../packages/core/dist/jwt.js'
import Credentials from '../../packages/core/dist/providers/credentials.js'
import GitHub from '../../packages/core/dist/providers/github.js'
import Google from '../../packages/core/dist/providers/google.js'
import { webEngine } from '../../packages/core/src/runtime/platform.ts'
import {
  CLAIMS,
  client,
  cookieHeader,
  credentials,
  assert,
  openId,
  ORIGIN,
  USER,
  silentLogger,
  SECRET,
  sessionRequest,
  tamper,
} from '../fixtures.mjs'

export const title = 'Session check: GET /session with a small JWT cookie'

const common = { secret: SECRET, trustHost: true, basePath: '/auth', logger: silentLogger }

/** @param {number} cookieCacheSize */
const ownConfig = (cookieCacheSize) => ({
  ...common,
  session: { cookieCacheSize },
  providers: [GitHub(client), Google(client), Credentials(credentials), openId],
})

const peerConfig = {
  ...common,
  providers: [PeerGitHub(client), PeerGoogle(client), PeerCredentials(credentials), openId],
}

/** @param {Response} response @param {boolean} signedIn @param {string} who */
const checkResponse = async (response, signedIn, who) => {
  const body = await response.json()
  assert(response.status === 200, `${who}: status ${response.status}`)
  if (!signedIn) return assert(body === null, `${who}: ${JSON.stringify(body)}`)
  assert(body?.user?.email === USER.email && Date.parse(body.expires) > Date.now(), `${who}: ${JSON.stringify(body)}`)
}

/**
 * @param {string} name
 * @param {(request: Request) => Promise<Response>} handle
 * @param {string} cookie
 * @param {{ against?: string, signedIn?: boolean }} [options]
 * @returns {import('../measure.mjs').Entry}
 */
const entry = (name, handle, cookie, { against, signedIn = true } = {}) => ({
  name,
  run: () => handle(sessionRequest(cookie)),
  check: async () => checkResponse(await handle(sessionRequest(cookie)), signedIn, name),
  ...(against === undefined ? {} : { against }),
})

const floor = () => {
  const body = JSON.stringify({ user: USER, expires: new Date(Date.now() + 864e5).toISOString() })
  const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-store' }
  return entry(
    'floor: Request in, Response out',
    async (request) => {
      request.headers.get('cookie')
      return new Response(body, { headers })
    },
    'a=b',
  )
}

/** Reads the session in application code, without a request handler. @param {string} name @param {string} cookie @param {number} size */
const inCode = (name, cookie, size) => {
  const auth = createAuth(ownConfig(size))
  const read = () => auth.session({ url: `${ORIGIN}/`, headers: new Headers({ cookie }) })
  return {
    name,
    run: read,
    check: async () => assert((await read()).session?.user?.email === USER.email, name),
    against: '@auth/core',
  }
}

/** @returns {Promise<readonly import('../measure.mjs').Entry[]>} */
export const entries = async () => {
  const token = await encode({ token: CLAIMS, secret: SECRET, salt: '__Host-authwright.session-token' })
  const peerToken = await peerEncode({ token: CLAIMS, secret: SECRET, salt: '__Secure-authjs.session-token' })
  const ownCookie = (/** @type {string} */ sent) => cookieHeader('authwright', sent)
  const peerCookie = (/** @type {string} */ sent) => cookieHeader('authjs', sent)
  const handle = (/** @type {number} */ size) => {
    const config = ownConfig(size)
    return (/** @type {Request} */ request) => Auth(request, config)
  }
  const onWeb = createAuth(ownConfig(0), { ...defaultRuntime, crypto: webEngine })
  const peer = (/** @type {Request} */ request) => PeerAuth(request, peerConfig)
  return [
    floor(),
    entry('@auth/core', peer, peerCookie(peerToken)),
    entry('authwright', handle(1000), ownCookie(token), { against: '@auth/core' }),
    entry('authwright, cookie cache off', handle(0), ownCookie(token), { against: '@auth/core' }),
    entry('authwright on WebCrypto, cookie cache off', (request) => onWeb.handle(request), ownCookie(token), {
      against: '@auth/core',
    }),
    inCode('authwright session(), cookie cache off', ownCookie(token), 0),
    inCode('authwright session()', ownCookie(token), 1000),
    entry('@auth/core, no cookie', peer, '', { signedIn: false }),
    entry('authwright, no cookie', handle(0), '', { against: '@auth/core, no cookie', signedIn: false }),
    entry('@auth/core, tampered cookie', peer, peerCookie(tamper(peerToken)), { signedIn: false }),
    entry('authwright, tampered cookie', handle(0), ownCookie(tamper(token)), {
      against: '@auth/core, tampered cookie',
      signedIn: false,
    }),
  ]
}
