import type { IncomingMessage, ServerResponse } from 'node:http'
import { emulatorAt, type EmulatorPlace } from './emulator/at.ts'
import { sendAnswer, readAsked } from './emulator/exchange.ts'
import { makeGrants } from './emulator/grants.ts'
import { makeKeys } from './emulator/openid.ts'
import { homePage, refusalPage } from './emulator/pages.ts'
import { addressAt } from './emulator/place.ts'
import type { Play } from './emulator/play.ts'
import { plays as everyPlay } from './emulator/plays.ts'
import { Refusal } from './emulator/refusal.ts'
import { play, type Stage } from './emulator/stage.ts'
import { startLoopback, type Handler } from './web/loopback.ts'
import { sendPage } from './web/page.ts'

export { emulatorAt, type EmulatorPlace } from './emulator/at.ts'
export { everyProvider } from './emulator/catalogue.ts'
export { credentialsOf } from './emulator/credentials.ts'
export { people, type Person } from './emulator/person.ts'
export type * from './emulator/play.ts'
export { plays } from './emulator/plays.ts'
export { emulated } from './emulator/provider.ts'

/** How the emulator is started. */
export interface EmulatorOptions {
  /** @default 0, a free one */
  readonly port?: number
  /** @default every provider of the catalogue */
  readonly plays?: readonly Play[]
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
