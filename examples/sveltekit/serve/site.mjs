import { createServer } from 'node:http'
import process from 'node:process'
import { runAsChild } from './child.mjs'

/**
 * @param {import('node:http').RequestListener} onRequest
 * @param {number} port
 * @param {string} host
 * @returns {Promise<import('node:http').Server>}
 */
const listen = (onRequest, port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer(onRequest)
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })

/** @param {import('node:http').Server} server */
const close = (server) =>
  new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
    // Requests in progress have one second to finish.
    setTimeout(() => server.closeAllConnections(), 1000).unref()
  })

runAsChild(async (/** @type {{ port: number, environment: Record<string, string> }} */ { port, environment }) => {
  const host = `localhost:${port}`
  // SvelteKit assumes https unless the header named here has the protocol. There is no proxy in front of this server, so the
  // listener below sets the header, and replaces the value of a client.
  Object.assign(process.env, environment, { PROTOCOL_HEADER: 'x-demo-protocol' })
  /** @type {{ handler: import('node:http').RequestListener }} */
  const { handler } = await import('../build/handler.js')

  /** @type {import('node:http').RequestListener} */
  const listener = (request, response) => {
    // Redirect `127.0.0.1` to `localhost`: the application has one origin, because cookies and forms belong to an origin.
    if (request.headers.host !== host) {
      const path = request.url?.startsWith('/') ? request.url : '/'
      response.writeHead(307, { location: new URL(`http://${host}${path}`).href }).end()
      return
    }
    request.headers['x-demo-protocol'] = 'http'
    handler(request, response)
  }

  const servers = [await listen(listener, port, '127.0.0.1')]
  // Browsers try IPv6 first.
  const second = await listen(listener, port, '::1').catch(() => undefined)
  if (second !== undefined) servers.push(second)
  return { url: `http://${host}`, close: () => Promise.all(servers.map(close)) }
})
