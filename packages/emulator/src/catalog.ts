import type { OAuthConfig } from '@authwright/core/providers'
import type { EmulatorLocation } from './at.ts'
import { providerMocks } from './provider-mocks.ts'
import { emulated } from './emulated.ts'

interface ProviderModule {
  readonly default: (options?: object) => OAuthConfig
}

/**
 * Every provider of the catalog, emulated, sorted by name. For an application that tries all of them.
 *
 * @example
 * const emulator = await startEmulator()
 * const providers = await everyProvider(emulator)
 */
export const everyProvider = async (emulator: EmulatorLocation): Promise<OAuthConfig[]> => {
  const modules: readonly ProviderModule[] = await Promise.all(
    providerMocks.map(({ id, module = id }) => import(`@authwright/core/providers/${module}`)),
  )
  const entries = modules.map((module, i) => emulated(module.default({ ...providerMocks[i]?.options }), emulator))
  return entries.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
