import { readOwnOrigin } from './own-machine.ts'
import { placeOf } from './address.ts'

/** Where an emulator is, for whoever asks it. */
export interface EmulatorPlace {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** Where an address of a provider is played. */
  readonly place: (address: string | URL) => URL
  /** `fetch` that finds every https address there; hand it to a provider as `customFetch`. Nothing leaves this machine. */
  readonly fetch: typeof fetch
}

/**
 * An emulator that another process of this machine runs, such as `npx authwright-emulator --port 5183`.
 *
 * @throws RangeError when the origin is not a loopback one (`localhost`, `127.0.0.1`, `[::1]`) over http or https: whoever is
 * asked by an emulator is believed, so no application gets to one elsewhere.
 * @example
 * const emulator = emulatorAt('http://127.0.0.1:5183')
 */
export const emulatorAt = (address: string): EmulatorPlace => {
  const origin = readOwnOrigin(address)
  return {
    origin,
    place: (wanted) => placeOf(origin, wanted),
    fetch: (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      return url.origin === origin ? fetch(request) : fetch(new Request(placeOf(origin, url), request))
    },
  }
}
