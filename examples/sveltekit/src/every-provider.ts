import { EMULATOR_URL } from '$app/env/private'
import { SvelteKitAuth } from '@authwright/sveltekit'
import { emulatorAt, everyProvider } from '@authwright/emulator'
import { configOf } from './auth.ts'

/** The base path of the second instance. The first has `/auth`. */
const BASE_PATH = '/every-provider/auth'

let entries: ReturnType<typeof everyProvider> | undefined

/** Every provider of the catalog. Created at the first request, because a build has no emulator. */
export const emulatedProviders = (): ReturnType<typeof everyProvider> =>
  (entries ??= everyProvider(emulatorAt(EMULATOR_URL)))

/** A second instance with the same users and sessions, and every provider of the catalog, emulated. */
export const { handle, signIn } = SvelteKitAuth(async (event) => ({
  ...configOf(event),
  basePath: BASE_PATH,
  providers: await emulatedProviders(),
}))
