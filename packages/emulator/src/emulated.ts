import { customFetch } from '@authwright/core'
import type { OAuthConfig } from '@authwright/core/providers'
import type { EmulatorLocation } from './at.ts'
import { credentialsOf } from './credentials.ts'
import { isLoopback } from './loopback.ts'
import { providerMocks } from './provider-mocks.ts'

/**
 * A provider of the catalog that uses the emulator: the same entry with credentials that the emulator accepts and the
 * emulator's authorization page. Every request goes to the emulator.
 *
 * @throws RangeError when the emulator has no mock of the provider, or its pages are not on this machine
 * @example
 * emulated(GitHub(), await startEmulator())
 */
export const emulated = <Entry extends OAuthConfig<never>>(entry: Entry, emulator: EmulatorLocation): Entry => {
  const mock = providerMocks.find(({ id }) => id === entry.id)
  if (mock === undefined) throw new RangeError(`The emulator has no mock of the provider "${entry.id}"`)
  const page = emulator.locate(mock.authorization.url)
  if (!isLoopback(page)) throw new RangeError(`The emulator must run on this machine, not at ${page.origin}`)
  const options = {
    ...entry.options,
    ...credentialsOf(mock.id),
    ...mock.options,
    authorization: { url: page.href },
    [customFetch]: emulator.fetch,
  }
  return { ...entry, options }
}
