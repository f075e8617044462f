import type { IncomingMessage, ServerResponse } from 'node:http'
import { emulatorAt, type EmulatorLocation } from './at.ts'
import { sendResponse, readMockRequest } from './exchange.ts'
import { makeGrants } from './grants.ts'
import { makeKeys } from './openid.ts'
import { homePage, errorPage } from './pages.ts'
import { providerUrl } from './urls.ts'
import type { ProviderMock } from './provider-mock.ts'
import { providerMocks } from './provider-mocks.ts'
import { ProviderError } from './provider-error.ts'
import { handleProviderRequest, type EmulatorState } from './handle-request.ts'
import { sendPage, startLoopback, type Handler } from '@authwright/testing/local-server'

export { emulatorAt, type EmulatorLocation } from './at.ts'
export { everyProvider } from './catalog.ts'
export { credentialsOf } from './credentials.ts'
export { people, type Person } from './person.ts'
export type * from './provider-mock.ts'
export { providerMocks } from './provider-mocks.ts'
export { emulated } from './emulated.ts'

/**
 * Options of `startEmulator`.
 * @example const options: EmulatorOptions = { port: 5183, mocks: providerMocks.filter(({ id }) => id === 'github') }
 */
export interface EmulatorOptions {
  /**
   * The port. @default 0, a free port
   * @example port: 5183
   */
  readonly port?: number
  /**
   * The emulated providers. @default every provider of the catalog
   * @example mocks: providerMocks.filter(({ id }) => id === 'github' || id === 'google')
   */
  readonly mocks?: readonly ProviderMock[]
}

/**
 * A running emulator.
 * @example
 * const withEmulator = async (run: (emulator: Emulator) => Promise<void>) => {
 *   const emulator = await startEmulator()
 *   await run(emulator).finally(emulator.close)
 * }
 */
export interface Emulator extends EmulatorLocation {
  /**
   * Stops the emulator.
   * @example
   * const emulator = await startEmulator()
   * await emulator.close()
   */
  readonly close: () => Promise<void>
  /**
   * Lets the process end while the emulator runs, like `server.unref()` of Node.
   * @example
   * const emulator = await startEmulator()
   * emulator.unref()
   */
  readonly unref: () => void
}

const sendError = (response: ServerResponse, wantsPage: boolean, host: string, error: ProviderError): void => {
  const { code, message, status } = error
  if (wantsPage) return sendPage(response, status, errorPage(host, code, message))
  sendResponse(response, status, 'application/json', { error: code, error_description: message })
}

const handleWith =
  (state: EmulatorState): Handler =>
  async (request: IncomingMessage, response) => {
    const url = request.url ?? '/'
    if (url === '/') return sendPage(response, 200, homePage(state.mocks.map(({ id }) => id)))
    const address = providerUrl(url)
    const host = address?.host ?? 'The emulator'
    try {
      if (address === undefined)
        throw new ProviderError('not_found', 'The path must begin with the host name of a provider.', 404)
      await handleProviderRequest(state, address, await readMockRequest(request, address), response)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      sendError(response, (request.headers.accept ?? '').includes('text/html'), host, error)
    }
  }

/**
 * Starts an emulator of every provider in the catalog: the authorization page (one of three users, or a denial), the
 * token endpoint with client authentication, userinfo in the provider's shape, and discovery and keys for OpenID
 * Providers. The emulator listens on the loopback address only and redirects to loopback addresses only.
 *
 * @example
 * const emulator = await startEmulator()
 * const config = { providers: [emulated(GitHub(), emulator)] }
 */
export const startEmulator = async (options: EmulatorOptions = {}): Promise<Emulator> => {
  const state: EmulatorState = { mocks: options.mocks ?? providerMocks, grants: makeGrants(), keys: await makeKeys() }
  const server = await startLoopback(options.port ?? 0, () => handleWith(state))
  return { ...emulatorAt(server.origin), close: server.close, unref: server.unref }
}
