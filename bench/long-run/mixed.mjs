// Requests of all kinds: session checks, pages, forms, sign-ins, and what attackers send.
import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { encode } from '@authwright/core/jwt'
import { storeCookies, toCookieHeader } from '../browser.mjs'
import { assert, CLAIMS, SECRET } from '../fixtures.mjs'
import { sessionCookies } from '../frameworks/config.mjs'

const IN_FLIGHT = 32

/** The share of each kind is its number of entries here. */
const KINDS = ['session', 'session', 'session', 'new', 'new', 'none', 'tampered', 'csrf', 'page', 'database', 'signIn']

/** @param {number} port */
const makeClient = (port) => {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT })
  /** @param {string} path @param {{ cookie?: string, body?: string }} [options] */
  return async (path, { cookie = '', body } = {}) => {
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body ?? ''),
    }
    const headers = {
      host: 'app.example.com',
      origin: 'http://app.example.com',
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : form),
    }
    const method = body === undefined ? 'GET' : 'POST'
    const request = send({ agent, port, host: '127.0.0.1', path, headers, method }).end(body)
    const [message] = await once(request, 'response')
    const received = new Headers({ location: message.headers.location ?? '' })
    for (const line of message.headers['set-cookie'] ?? []) received.append('set-cookie', line)
    return new Response(await text(message), { status: message.statusCode, headers: received })
  }
}

/** A complete sign-in at a provider, and a sign-out: five requests. @param {ReturnType<typeof makeClient>} client */
const signInAndOut = async (client) => {
  const form = await client('/auth/csrf')
  const jar = storeCookies(form)
  const body = new URLSearchParams({ csrfToken: (await form.json()).csrfToken }).toString()
  const started = await client('/auth/signin/oauth', { cookie: toCookieHeader(jar), body })
  const state = new URL(started.headers.get('location') ?? '').searchParams.get('state')
  storeCookies(started, jar)
  const finished = await client(`/auth/callback/oauth?code=code&state=${state}`, { cookie: toCookieHeader(jar) })
  assert(storeCookies(finished, jar).has('authwright.session-token'), `sign-in: ${finished.status}`)
  const session = await client('/auth/session', { cookie: toCookieHeader(jar) })
  assert((await session.json())?.user !== undefined, 'no session after a sign-in')
  const ended = await client('/auth/signout', { cookie: toCookieHeader(jar), body })
  assert(ended.status === 302, `sign-out: ${ended.status}`)
  return 5
}

/** @param {number} port */
export const mixedRequests = async (port) => {
  const client = makeClient(port)
  const { authwright: cookie } = await sessionCookies()
  let count = 0
  /** @param {string} path @param {string} sent @param {number} [status] */
  const get = async (path, sent, status = 200) => {
    const response = await client(path, { cookie: sent })
    assert(response.status === status, `${path}: ${response.status}`)
    return 1
  }
  /** A session that was never sent before, which no cache has. */
  const newSession = () =>
    encode({ token: { ...CLAIMS, count: (count += 1) }, secret: SECRET, salt: 'authwright.session-token' })
  /** @type {Readonly<Record<string, () => Promise<number>>>} */
  const kinds = {
    session: () => get('/auth/session', cookie),
    new: async () => get('/me', `authwright.session-token=${await newSession()}`),
    none: () => get('/auth/session', ''),
    tampered: () => get('/auth/session', `${cookie}${(count += 1)}`),
    csrf: () => get('/auth/csrf', ''),
    page: () => get('/auth/signin', ''),
    database: () => get('/database/session', 'database-session=fast-session'),
    signIn: () => signInAndOut(client),
  }
  /** Sends at least this number of requests. @param {number} requests */
  return async (requests) => {
    let [sent, next] = [0, 0]
    const work = async () => {
      while (sent < requests) {
        const kind = KINDS[(next += 1) % KINDS.length] ?? ''
        // `sent += await …` would read `sent` before the wait, and lose what the others counted meanwhile.
        const more = (await kinds[kind]?.()) ?? 0
        sent += more
      }
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, work))
    return sent
  }
}
