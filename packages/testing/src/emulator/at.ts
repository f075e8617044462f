import { placeOf } from './place.ts'

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
 * An emulator that another process runs, such as `npx gatehouse-emulator --port 5183`.
 *
 * @example
 * const emulator = emulatorAt('http://127.0.0.1:5183')
 */
export const emulatorAt = (origin: string): EmulatorPlace => ({
  origin,
  place: (address) => placeOf(origin, address),
  fetch: (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    return url.origin === origin ? fetch(request) : fetch(new Request(placeOf(origin, url), request))
  },
})
