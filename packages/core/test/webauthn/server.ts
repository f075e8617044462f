import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAuth, defaultRuntime, type AuthConfig, type AuthInstance, type Runtime } from '../../src/index.ts'
import { SECRET } from '@authwright/test-kit/auth-setup'

/** A local HTTP server with only the library. */
export interface ServedSite {
  readonly origin: string
  readonly auth: AuthInstance
  readonly errors: Error[]
  readonly close: () => Promise<void>
}

const readBody = async (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}

/** Serve the library. Passkeys need a domain, so the host is `localhost` instead of an IP address. */
export const serveSite = async (config: Partial<AuthConfig>, runtime: Partial<Runtime> = {}): Promise<ServedSite> => {
  const errors: Error[] = []
  const logger = { error: (error: Error) => void errors.push(error), warn: () => undefined, debug: () => undefined }
  const given: AuthConfig = { providers: [], secret: SECRET, trustHost: true, logger, ...config }
  const auth = createAuth(given, { ...defaultRuntime, ...runtime })
  const server = createServer((incoming, outgoing) => {
    const respond = async (): Promise<void> => {
      const headers = new Headers()
      for (const [name, value] of Object.entries(incoming.headers))
        if (typeof value === 'string') headers.set(name, value)
      const body = incoming.method === 'POST' ? { body: await readBody(incoming) } : {}
      const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
      const method = incoming.method ?? 'GET'
      const response = url.pathname.startsWith('/auth/')
        ? await auth.handle(new Request(url, { method, headers, ...body }))
        : new Response('<!doctype html><title>home</title><h1>home</h1>', { headers: { 'content-type': 'text/html' } })
      const cookies = response.headers.getSetCookie()
      const others = Object.fromEntries(response.headers)
      outgoing.writeHead(response.status, cookies.length === 0 ? others : { ...others, 'set-cookie': cookies })
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    }
    respond().catch((error: unknown) => outgoing.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin: `http://localhost:${port}`, auth, errors, close }
}
