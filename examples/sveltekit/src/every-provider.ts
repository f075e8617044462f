import { EMULATOR_URL } from '$app/env/private'
import { SvelteKitAuth } from '@authwright/sveltekit'
import { emulatorAt, everyProvider } from '@authwright/emulator'
import { configOf } from './auth.ts'

/** Where the second instance answers; the first has `/auth`. */
const BASE_PATH = '/every-provider/auth'

let entries: ReturnType<typeof everyProvider> | undefined

/** Every provider of the catalogue, made once: a build has no emulator yet. */
export const emulatedProviders = (): ReturnType<typeof everyProvider> =>
  (entries ??= everyProvider(emulatorAt(EMULATOR_URL)))

/** A second instance beside the demo's own: the same people and sessions, and every provider of the catalogue, emulated. */
export const { handle, signIn } = SvelteKitAuth(async (event) => ({
  ...configOf(event),
  basePath: BASE_PATH,
  providers: await emulatedProviders(),
}))
