// A server for the workload `http`, in a process of its own: `node server.mjs <kind>`. It sends its port to the parent, and
// its CPU time when the parent asks.
import { createServer } from 'node:http'
import { Auth as PeerAuth } from '@auth/core'
import PeerCredentials from '@auth/core/providers/credentials'
import PeerGitHub from '@auth/core/providers/github'
import { Auth } from '../../packages/core/dist/index.js'
import Credentials from '../../packages/core/dist/providers/credentials.js'
import GitHub from '../../packages/core/dist/providers/github.js'
import { NodeAuth } from '../../packages/node/dist/index.js'
import { client, credentials, SECRET, silentLogger, USER } from '../fixtures.mjs'

const common = { secret: SECRET, trustHost: true, basePath: '/auth', logger: silentLogger }

const ownConfig = { ...common, providers: [GitHub(client), Credentials(credentials)] }
const peerConfig = { ...common, providers: [PeerGitHub(client), PeerCredentials(credentials)] }

/** @param {import('node:http').ServerResponse} response @param {string} body */
const sendJson = (response, body) => {
  response.setHeader('content-type', 'application/json')
  response.setHeader('cache-control', 'private, no-store')
  response.end(body)
}

/** An application that responds with the session. @param {object} session more options */
const application = (session) => {
  const auth = NodeAuth({ ...ownConfig, session })
  return createServer((request, response) => {
    void auth(request, response, async () => {
      sendJson(response, JSON.stringify(await auth.auth(request, response)))
    })
  })
}

/**
 * A server for a function that takes a `Request` and returns a `Response`.
 * @param {(request: Request) => Promise<Response>} handle
 */
const bridge = (handle) => {
  /** @param {import('node:http').IncomingMessage} message @param {import('node:http').ServerResponse} response */
  const serve = async (message, response) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(message.headers)) headers.append(name, String(value))
    const url = `http://${message.headers.host}${message.url}`
    const result = await handle(new Request(url, { method: message.method ?? 'GET', headers }))
    response.statusCode = result.status
    for (const [name, value] of result.headers) if (name !== 'set-cookie') response.setHeader(name, value)
    const cookies = result.headers.getSetCookie()
    if (cookies.length > 0) response.setHeader('set-cookie', cookies)
    response.end(await result.text())
  }
  return createServer((message, response) => void serve(message, response))
}

const fixed = JSON.stringify({ user: USER, expires: new Date(Date.now() + 864e5).toISOString() })

/** @type {Record<string, () => import('node:http').Server>} */
const servers = {
  empty: () => createServer((_request, response) => sendJson(response, fixed)),
  application: () => application({}),
  uncached: () => application({ cookieCacheSize: 0 }),
  bridge: () => bridge((request) => Auth(request, ownConfig)),
  peer: () => bridge((request) => PeerAuth(request, peerConfig)),
}

const server = servers[process.argv[2] ?? '']?.()
server?.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => process.exit())
