import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAuth, defaultRuntime, setEnvDefaults, type AuthConfig, type AuthInstance } from '@authwright/core'
import { memoryAdapter, openBrowser, type Browser } from '@authwright/testing'
import { startEmulator, type Emulator } from '../../src/index.ts'
import { startLoopback, type LoopbackServer } from '@authwright/testing/local-server'
import type { Provider } from '@authwright/core/providers'

/** An application on this machine and the emulator it uses. */
export interface Application {
  readonly origin: string
  readonly emulator: Emulator
  /** Configures the application with one provider. Its errors are recorded. */
  readonly serve: (provider: Provider, env: Readonly<Record<string, string>>) => Setup
  readonly close: () => Promise<void>
}

/** The configured application and a new browser. */
export interface Setup {
  readonly browser: Browser
  readonly adapter: ReturnType<typeof memoryAdapter>
  readonly errors: readonly Error[]
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const toRequest = async (origin: string, request: IncomingMessage): Promise<Request> => {
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name, String(value)] satisfies [string, string],
  )
  const { method = 'GET', url = '/' } = request
  const body = method === 'GET' ? {} : { body: new Uint8Array(await readBody(request)) }
  return new Request(new URL(url, origin), { method, headers, ...body })
}

const send = async (response: ServerResponse, from: Response): Promise<void> => {
  const headers: Record<string, string | string[]> = Object.fromEntries(from.headers)
  if (from.headers.has('set-cookie')) headers['set-cookie'] = from.headers.getSetCookie()
  response.writeHead(from.status, headers)
  response.end(Buffer.from(await from.arrayBuffer()))
}

/** A browser whose requests to providers go to the emulator. */
const openAt = (origin: string, emulator: Emulator): Browser =>
  openBrowser({
    origin,
    handler: async (request) => {
      const url = new URL(request.url)
      const target = url.origin === origin ? url : emulator.locate(url)
      // Node's own fetch leaves out headers that only a browser may set, Host among them.
      const headers = new Headers(request.headers)
      headers.delete('host')
      const body = request.method === 'GET' ? {} : { body: await request.text() }
      return fetch(target, { method: request.method, headers, redirect: 'manual', ...body })
    },
  })

/** An entry must name the issuer that the provider sends, and state whether the provider verifies addresses. */
const MUST_NOT_WARN: readonly string[] = ['issuer-unknown', 'email-unstated']

const recordWarning = (errors: Error[], code: string, text: unknown): void => {
  if (MUST_NOT_WARN.includes(code)) errors.push(new Error(String(text)))
}

/** The entry with the addresses that its provider calls unverified, so that the tests see which address it reads. */
const withEveryAddress = (entry: Provider): Provider => {
  const made = typeof entry === 'function' ? entry() : entry
  return { ...made, allowUnverifiedEmail: true } as Provider
}

const configure = (
  provider: Provider,
  errors: Error[],
): AuthConfig & { adapter: ReturnType<typeof memoryAdapter> } => ({
  providers: [withEveryAddress(provider)],
  adapter: memoryAdapter(),
  secret: 'a secret of the tests, thirty-two characters and more',
  trustHost: true,
  logger: {
    error: (error: Error) => void errors.push(error),
    warn: (code: string, text: unknown) => recordWarning(errors, code, text),
    debug: () => undefined,
  },
})

export const startApplication = async (): Promise<Application> => {
  const emulator = await startEmulator()
  let auth: AuthInstance | undefined
  const server: LoopbackServer = await startLoopback(0, (origin) => async (request, response) => {
    if (auth === undefined) throw new Error('no provider is configured yet')
    const home = (): Response => new Response('Welcome home')
    await send(response, request.url === '/' ? home() : await auth.handle(await toRequest(origin, request)))
  })
  return {
    origin: server.origin,
    emulator,
    serve: (provider, env) => {
      const errors: Error[] = []
      const config = configure(provider, errors)
      setEnvDefaults(env, config)
      auth = createAuth(config, { ...defaultRuntime, fetch: emulator.fetch })
      return { browser: openAt(server.origin, emulator), adapter: config.adapter, errors }
    },
    close: async () => {
      await server.close()
      await emulator.close()
    },
  }
}
