import type { OAuthConfig } from '@authwright/core/providers'
import type { EmulatorLocation } from './at.ts'
import { providerMocks } from './provider-mocks.ts'
import { emulated } from './emulated.ts'

interface Door {
  readonly default: (options?: object) => OAuthConfig
}

/**
 * Every provider of the catalog, emulated, sorted by name. For an application that wants to try them all.
 */
export const everyProvider = async (emulator: EmulatorLocation): Promise<readonly OAuthConfig[]> => {
  const entries = await Promise.all(
    providerMocks.map(async ({ id, module = id, options }) => {
      const door = (await import(`@authwright/core/providers/${module}`)) as Door
      return emulated(door.default({ ...options }), emulator)
    }),
  )
  return entries.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
