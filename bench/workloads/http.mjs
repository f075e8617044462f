// A session check over HTTP: each server in a process of its own, requests of 64 connections that stay open.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { encode as peerEncode } from '@auth/core/jwt'
import { encode } from '../../packages/core/dist/jwt.js'
import { assert, CLAIMS, SECRET, USER } from '../fixtures.mjs'
import { openConnections } from '../http/connections.mjs'
import { grid } from '../report.mjs'

export const title = 'Session check over HTTP'
export const inFlight = [64]
/** A shorter sample has too few requests per connection. */
export const ms = 100

const SERVER = new URL('../http/server.mjs', import.meta.url)

/** @typedef {{ name: string, requests: number, cpu: () => Promise<number>, close: () => void }} Server */

/** @type {Server[]} */
const servers = []

/** The request of a browser. @param {string} path @param {string} cookie */
const requestText = (path, cookie) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: app.example.com',
    'Connection: keep-alive',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
    'Accept: */*',
    'Accept-Language: en-US,en;q=0.9',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
    `Cookie: theme=dark; ${cookie}`,
    '\r\n',
  ].join('\r\n')

/** Starts a server. @param {string} name @param {string} kind @param {string} text @param {string} [against] */
const startServer = async (name, kind, text, against) => {
  const child = fork(SERVER, [kind])
  const [port] = await once(child, 'message')
  const connections = await openConnections(Number(port), 64, text)
  /** @type {Server} */
  const server = {
    name,
    requests: 0,
    cpu: async () => {
      child.send('usage')
      const [{ user, system }] = await once(child, 'message')
      return user + system
    },
    close: () => {
      connections.close()
      child.disconnect()
    },
  }
  servers.push(server)
  const run = () => {
    server.requests += 1
    return connections.send()
  }
  const check = async () => {
    const response = await run()
    const session = JSON.parse(response.slice(response.indexOf('\r\n\r\n')))
    const isRight = response.startsWith('HTTP/1.1 200') && session?.user?.email === USER.email
    assert(isRight && Date.parse(session.expires) > Date.now(), `${name}: ${response}`)
  }
  return { name, run, check, ...(against === undefined ? {} : { against }) }
}

const PEER = '@auth/core, GET /auth/session, Request and Response'

/** @returns {Promise<readonly import('../measure.mjs').Entry[]>} */
export const entries = async () => {
  const token = await encode({ token: CLAIMS, secret: SECRET, salt: 'authwright.session-token' })
  const peerToken = await peerEncode({ token: CLAIMS, secret: SECRET, salt: 'authjs.session-token' })
  const own = `authwright.session-token=${token}`
  const [page, route] = [requestText('/api/me', own), requestText('/auth/session', own)]
  return [
    await startServer('floor: node:http with a fixed response', 'empty', page),
    await startServer(PEER, 'peer', requestText('/auth/session', `authjs.session-token=${peerToken}`)),
    await startServer('NodeAuth, session in a handler', 'application', page, PEER),
    await startServer('NodeAuth, session in a handler, cookie cache off', 'uncached', page, PEER),
    await startServer('NodeAuth, GET /auth/session', 'application', route, PEER),
    await startServer('Auth(request), GET /auth/session, Request and Response', 'bridge', route, PEER),
  ]
}

/**
 * Requests per second compared with the floor, and the CPU time of the server per request.
 * @param {unknown} _entries
 * @param {readonly import('../measure.mjs').Row[]} rows
 */
export const summary = async (_entries, rows) => {
  const cells = await Promise.all(
    rows.map(async ({ name, median, floors, faster }, i) => {
      const server = servers[i]
      const cpu = server === undefined ? Number.NaN : (await server.cpu()) / server.requests
      const factor = faster === undefined ? '' : `${faster.toFixed(1)} x`
      return [name, (1e9 / median).toFixed(0), (1 / floors).toFixed(2), factor, `${cpu.toFixed(0)} µs`]
    }),
  )
  return grid([['', 'requests/s', 'of the floor', 'of @auth/core', 'server CPU/request'], ...cells])
}

export const close = () => {
  for (const server of servers) server.close()
}
