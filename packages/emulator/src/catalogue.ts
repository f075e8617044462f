import type { OAuthConfig } from '@authwright/core/providers'
import type { EmulatorPlace } from './at.ts'
import { providerMocks } from './provider-mocks.ts'
import { emulated } from './emulated.ts'

interface Door {
  readonly default: (options?: object) => OAuthConfig
}

/**
 * Every provider of the catalogue as an emulator plays it, in the order of their names: for an application that wants to
 * try them all.
 */
export const everyProvider = async (emulator: EmulatorPlace): Promise<readonly OAuthConfig[]> => {
  const entries = await Promise.all(
    providerMocks.map(async ({ id, module = id, options }) => {
      const door = (await import(`@authwright/core/providers/${module}`)) as Door
      return emulated(door.default({ ...options }), emulator)
    }),
  )
  return entries.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
