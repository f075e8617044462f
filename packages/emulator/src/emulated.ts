import { customFetch } from '@authwright/core'
import type { OAuthConfig } from '@authwright/core/providers'
import type { EmulatorPlace } from './at.ts'
import { credentialsOf } from './credentials.ts'
import { isOwnMachine } from './own-machine.ts'
import { providerMocks } from './provider-mocks.ts'

/**
 * A provider of the catalogue as it is played by an emulator: the same entry, with credentials that the emulator knows, its
 * authorization page there, and every call to it sent there.
 *
 * @throws RangeError when nobody plays this provider, or the emulator's pages are not on this machine
 * @example
 * emulated(GitHub(), await startEmulator())
 */
export const emulated = <Entry extends OAuthConfig<never>>(entry: Entry, emulator: EmulatorPlace): Entry => {
  const play = providerMocks.find(({ id }) => id === entry.id)
  if (play === undefined) throw new RangeError(`Nobody plays the provider "${entry.id}"`)
  const page = emulator.place(play.authorization.url)
  if (!isOwnMachine(page)) throw new RangeError(`An emulator is on this machine, not at ${page.origin}`)
  const options = {
    ...entry.options,
    ...credentialsOf(play.id),
    ...play.options,
    authorization: { url: page.href },
    [customFetch]: emulator.fetch,
  }
  return { ...entry, options }
}
