import type { IncomingMessage, ServerResponse } from 'node:http'
import { emulatorAt, type EmulatorPlace } from './at.ts'
import { sendAnswer, readAsked } from './exchange.ts'
import { makeGrants } from './grants.ts'
import { makeKeys } from './openid.ts'
import { homePage, refusalPage } from './pages.ts'
import { addressAt } from './address.ts'
import type { ProviderMock } from './provider-mock.ts'
import { providerMocks as everyPlay } from './provider-mocks.ts'
import { Refusal } from './refusal.ts'
import { play, type Stage } from './stage.ts'
import { startLoopback, type Handler } from '@authwright/testing/local-server'
import { sendPage } from '@authwright/testing/local-server'

export { emulatorAt, type EmulatorPlace } from './at.ts'
export { everyProvider } from './catalogue.ts'
export { credentialsOf } from './credentials.ts'
export { people, type Person } from './person.ts'
export type * from './provider-mock.ts'
export { providerMocks } from './provider-mocks.ts'
export { emulated } from './emulated.ts'

/** How the emulator is started. */
export interface EmulatorOptions {
  /** @default 0, a free one */
  readonly port?: number
  /** @default every provider of the catalogue */
  readonly plays?: readonly ProviderMock[]
}

/** A running emulator. */
export interface Emulator extends EmulatorPlace {
  readonly close: () => Promise<void>
}

const refuse = (response: ServerResponse, wantsPage: boolean, host: string, error: Refusal): void => {
  const { code, message, status } = error
  if (wantsPage) return sendPage(response, status, refusalPage(host, code, message))
  sendAnswer(response, status, 'application/json', { error: code, error_description: message })
}

const handlerOf =
  (stage: Stage): Handler =>
  async (request: IncomingMessage, response) => {
    const url = request.url ?? '/'
    if (url === '/') return sendPage(response, 200, homePage(stage.plays.map(({ id }) => id)))
    const address = addressAt(url)
    const host = address?.host ?? 'The emulator'
    try {
      if (address === undefined) throw new Refusal('not_found', 'Addresses here begin with a host name.', 404)
      await play(stage, address, await readAsked(request, address), response)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(response, (request.headers.accept ?? '').includes('text/html'), host, error)
    }
  }

/**
 * Play every provider of the catalogue on this machine: its authorization page (one of three people, or a denial), its
 * token endpoint with its client authentication, its userinfo in its own shape, and discovery and keys for OpenID
 * Providers. It listens on the loopback address only and sends people to loopback addresses only.
 *
 * @example
 * const emulator = await startEmulator()
 * const config = { providers: [emulated(GitHub(), emulator)] }
 */
export const startEmulator = async (options: EmulatorOptions = {}): Promise<Emulator> => {
  const stage: Stage = { plays: options.plays ?? everyPlay, grants: makeGrants(), keys: await makeKeys() }
  const server = await startLoopback(options.port ?? 0, () => handlerOf(stage))
  return { ...emulatorAt(server.origin), close: server.close }
}
