import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as http2 from 'node:http2'
import { createQwikCity } from '@builder.io/qwik-city/middleware/node'
import qwikCityPlan from '@qwik-city-plan'
import { options } from './contract'
import render from './entry.ssr'

/** The proxy in front of this server adds its values at the end. */
const getOrigin = ({ headers }: Pick<IncomingMessage, 'headers'>): string | null => {
  const last = (name: string) =>
    String(headers[name] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  return options.trustsProxy === true ? `${last('x-forwarded-proto')}://${last('x-forwarded-host')}` : null
}

const { router, notFound, staticFile } = createQwikCity({ render, qwikCityPlan, getOrigin })

const listener = (request: IncomingMessage, response: ServerResponse): void => {
  const end = (): void => {
    if (!response.headersSent) response.writeHead(400)
    response.end()
  }
  // Without slashes at the ends of paths, `staticFile` finds a prerendered page only with one.
  if (request.url === '/static') request.url += '/'
  staticFile(request, response, () => {
    void router(request, response, (error) => (error === undefined ? void notFound(request, response, end) : end()))
  })
}

const { isHttp2 = false, requestTimeout } = options
const times = requestTimeout === undefined ? {} : { requestTimeout, connectionsCheckingInterval: 50 }
const server = isHttp2
  ? http2.createServer((request, response) => listener(request as never, response as never))
  : createServer(times, listener)
const port = Number(process.env['PORT'])
server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`))
