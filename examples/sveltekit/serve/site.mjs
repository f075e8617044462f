import { createServer } from 'node:http'
import process from 'node:process'
import { beChild } from './child.mjs'

/**
 * @param {import('node:http').RequestListener} listener
 * @param {number} port
 * @param {string} host
 * @returns {Promise<import('node:http').Server>}
 */
const listen = (listener, port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer(listener)
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })

/** @param {import('node:http').Server} server */
const close = (server) =>
  new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
    // What a browser has begun may take a moment to finish, but not longer.
    setTimeout(() => server.closeAllConnections(), 1000).unref()
  })

beChild(async (/** @type {{ port: number, environment: Record<string, string> }} */ { port, environment }) => {
  const host = `localhost:${port}`
  // SvelteKit takes every request for https unless a header of our choice says otherwise. Here it says so itself, whatever
  // a client sends: there is no proxy in front, and this server speaks plain http.
  Object.assign(process.env, environment, { PROTOCOL_HEADER: 'x-demo-protocol' })
  /** @type {{ handler: import('node:http').RequestListener }} */
  const { handler } = await import('../build/handler.js')

  /** @type {import('node:http').RequestListener} */
  const answer = (request, response) => {
    // One origin alone: cookies and forms of `127.0.0.1` are strangers to those of `localhost`.
    if (request.headers.host !== host) {
      const path = request.url?.startsWith('/') ? request.url : '/'
      response.writeHead(307, { location: new URL(`http://${host}${path}`).href }).end()
      return
    }
    request.headers['x-demo-protocol'] = 'http'
    handler(request, response)
  }

  const servers = [await listen(answer, port, '127.0.0.1')]
  // Browsers try IPv6 first where there is any.
  const second = await listen(answer, port, '::1').catch(() => undefined)
  if (second !== undefined) servers.push(second)
  return { url: `http://${host}`, close: () => Promise.all(servers.map(close)) }
})
