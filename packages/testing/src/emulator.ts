import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendAnswer, readAsked } from './emulator/exchange.ts'
import { makeGrants } from './emulator/grants.ts'
import { makeKeys } from './emulator/openid.ts'
import { homePage, refusalPage } from './emulator/pages.ts'
import { addressAt, placeOf } from './emulator/place.ts'
import type { Play } from './emulator/play.ts'
import { plays as everyPlay } from './emulator/plays.ts'
import { Refusal } from './emulator/refusal.ts'
import { play, type Stage } from './emulator/stage.ts'
import { startLoopback, type Handler } from './web/loopback.ts'
import { sendPage } from './web/page.ts'

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
export interface Emulator {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** Where an address of a provider is played. */
  readonly place: (address: string | URL) => URL
  /** `fetch` that finds every https address here; hand it to a provider as `customFetch`. Nothing leaves this machine. */
  readonly fetch: typeof fetch
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

const fetchAt =
  (origin: string): typeof fetch =>
  (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    return url.origin === origin ? fetch(request) : fetch(new Request(placeOf(origin, url), request))
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
  return {
    origin: server.origin,
    place: (address) => placeOf(server.origin, address),
    fetch: fetchAt(server.origin),
    close: server.close,
  }
}
