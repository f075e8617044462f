// `GET /session` with a small encrypted cookie, through each library's own handler: `Request` in, `Response` out.
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
import { webEngine } from '../../packages/core/dist/runtime/platform.js'
import {
  CLAIMS,
  client,
  cookieHeader,
  credentials,
  insist,
  openId,
  ORIGIN,
  PERSON,
  quiet,
  SECRET,
  sessionRequest,
  tamper,
} from '../fixtures.mjs'

export const title = 'Session check: GET /session with a small JWT cookie'

const common = { secret: SECRET, trustHost: true, basePath: '/auth', logger: quiet }

/** @param {number} cookieCacheSize */
const ourConfig = (cookieCacheSize) => ({
  ...common,
  session: { cookieCacheSize },
  providers: [GitHub(client), Google(client), Credentials(credentials), openId],
})

const peerConfig = {
  ...common,
  providers: [PeerGitHub(client), PeerGoogle(client), PeerCredentials(credentials), openId],
}

/** @param {Response} response @param {boolean} signedIn @param {string} who */
const checkAnswer = async (response, signedIn, who) => {
  const body = await response.json()
  insist(response.status === 200, `${who}: status ${response.status}`)
  if (!signedIn) return insist(body === null, `${who}: ${JSON.stringify(body)}`)
  insist(body?.user?.email === PERSON.email && Date.parse(body.expires) > Date.now(), `${who}: ${JSON.stringify(body)}`)
}

/**
 * @param {string} name
 * @param {(request: Request) => Promise<Response>} handle
 * @param {string} cookie
 * @param {{ against?: string, signedIn?: boolean }} [how]
 * @returns {import('../measure.mjs').Entry}
 */
const entry = (name, handle, cookie, { against, signedIn = true } = {}) => ({
  name,
  run: () => handle(sessionRequest(cookie)),
  check: async () => checkAnswer(await handle(sessionRequest(cookie)), signedIn, name),
  ...(against === undefined ? {} : { against }),
})

const floor = () => {
  const body = JSON.stringify({ user: PERSON, expires: new Date(Date.now() + 864e5).toISOString() })
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

/** The session read inside application code: headers in, session out. @param {string} name @param {string} cookie @param {number} size */
const inCode = (name, cookie, size) => {
  const auth = createAuth(ourConfig(size))
  const read = () => auth.session({ url: `${ORIGIN}/`, headers: new Headers({ cookie }) })
  return {
    name,
    run: read,
    check: async () => insist((await read()).session?.user?.email === PERSON.email, name),
    against: '@auth/core',
  }
}

/** @returns {Promise<readonly import('../measure.mjs').Entry[]>} */
export const entries = async () => {
  const token = await encode({ token: CLAIMS, secret: SECRET, salt: '__Secure-authwright.session-token' })
  const peerToken = await peerEncode({ token: CLAIMS, secret: SECRET, salt: '__Secure-authjs.session-token' })
  const ours = (/** @type {string} */ sent) => cookieHeader('authwright', sent)
  const theirs = (/** @type {string} */ sent) => cookieHeader('authjs', sent)
  const handle = (/** @type {number} */ size) => {
    const config = ourConfig(size)
    return (/** @type {Request} */ request) => Auth(request, config)
  }
  const onWeb = createAuth(ourConfig(0), { ...defaultRuntime, crypto: webEngine })
  const peer = (/** @type {Request} */ request) => PeerAuth(request, peerConfig)
  return [
    floor(),
    entry('@auth/core', peer, theirs(peerToken)),
    entry('authwright', handle(1000), ours(token), { against: '@auth/core' }),
    entry('authwright, cookie cache off', handle(0), ours(token), { against: '@auth/core' }),
    entry('authwright on WebCrypto, cookie cache off', (request) => onWeb.handle(request), ours(token), {
      against: '@auth/core',
    }),
    inCode('authwright session(), cookie cache off', ours(token), 0),
    inCode('authwright session()', ours(token), 1000),
    entry('@auth/core, no cookie', peer, '', { signedIn: false }),
    entry('authwright, no cookie', handle(0), '', { against: '@auth/core, no cookie', signedIn: false }),
    entry('@auth/core, tampered cookie', peer, theirs(tamper(peerToken)), { signedIn: false }),
    entry('authwright, tampered cookie', handle(0), ours(tamper(token)), {
      against: '@auth/core, tampered cookie',
      signedIn: false,
    }),
  ]
}
