import type { Server } from 'node:http'
import type { Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { DEFAULT_ENVIRONMENT, makeApplication, type Application, type ApplicationOptions } from './application.ts'
import type { RunningApplication } from './check.ts'

/** Sets the variables, without those of Authwright that were set before. Returns a function that restores all. */
const setEnvironment = (variables: Readonly<Record<string, string>>): (() => void) => {
  const before = { ...process.env }
  for (const name of Object.keys(before)) if (name.startsWith('AUTH_')) delete process.env[name]
  Object.assign(process.env, variables)
  return () => {
    for (const name of Object.keys(variables)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

const HOST = '127.0.0.1'

/** The origin of a server. One that does not listen yet is started. */
const listen = (server: Server | Http2Server): Promise<string> =>
  new Promise((resolve, reject) => {
    const finish = (): void => resolve(`http://${HOST}:${(server.address() as AddressInfo).port}`)
    server.once('error', reject)
    if (server.listening) finish()
    else server.listen(0, HOST, finish)
  })

/**
 * Serves the test application in this process, on a free port. The variables of the environment count until it stops.
 *
 * @example
 * const start = (options: ApplicationOptions) => serveInProcess(options, ({ config }) => createServer(listenerOf(config)))
 */
export const serveInProcess = async (
  options: ApplicationOptions,
  makeServer: (application: Application) => Server | Http2Server | PromiseLike<Server | Http2Server>,
): Promise<RunningApplication> => {
  const restore = setEnvironment(options.environment ?? DEFAULT_ENVIRONMENT)
  const application = await makeApplication(options)
  const server = await makeServer(application)
  const { requestTimeout } = options
  // Node checks its time limits every 30 seconds, unless the server says otherwise.
  if (requestTimeout !== undefined)
    Object.assign(server, { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: 20 })
  const origin = await listen(server)
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      restore()
      // The client of the checks closes each session of HTTP/2 itself.
      server.close(() => resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  return { origin, logs: application.logs, isHttp2: !('closeAllConnections' in server), stop }
}
