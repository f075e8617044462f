import { readLoopbackOrigin } from './loopback.ts'
import { emulatorUrl } from './urls.ts'

/**
 * A running emulator, as an application sees it.
 * @example
 * const emulator: EmulatorLocation = emulatorAt('http://127.0.0.1:5183')
 * const config = { providers: [emulated(GitHub(), emulator)] }
 * emulator.locate('https://github.com/login').href // 'http://127.0.0.1:5183/github.com/login'
 */
export interface EmulatorLocation {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /**
   * The emulator's address for an address of a provider.
   * @example
   * const emulator = emulatorAt('http://127.0.0.1:5183')
   * emulator.locate('https://github.com/login').href // 'http://127.0.0.1:5183/github.com/login'
   */
  readonly locate: (address: string | URL) => URL
  /**
   * A `fetch` that sends every request to the emulator. Pass it to a provider as `customFetch`.
   * @example
   * const emulator = emulatorAt('http://127.0.0.1:5183')
   * const provider = GitHub({ [customFetch]: emulator.fetch })
   */
  readonly fetch: typeof fetch
}

/**
 * An emulator that another process of this machine runs, such as `npx @authwright/cli dev emulator`.
 *
 * @throws RangeError unless the origin is a loopback one (`localhost`, `127.0.0.1`, `[::1]`) over http or https. An
 * application trusts every response of an emulator, so it must not use one on another machine.
 * @example
 * const emulator = emulatorAt('http://127.0.0.1:5183')
 */
export const emulatorAt = (address: string): EmulatorLocation => {
  const origin = readLoopbackOrigin(address)
  return {
    origin,
    locate: (url) => emulatorUrl(origin, url),
    fetch: (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      return url.origin === origin ? fetch(request) : fetch(new Request(emulatorUrl(origin, url), request))
    },
  }
}
