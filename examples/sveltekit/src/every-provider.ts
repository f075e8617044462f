import { EMULATOR_URL } from '$app/env/private'
import { SvelteKitAuth } from '@gatehouse/sveltekit'
import type { SvelteKitAuthConfig } from '@gatehouse/sveltekit'
import { emulatorAt, everyProvider } from '@gatehouse/testing/emulator'
import { configOf } from './auth.ts'

/** Where the second instance answers; the first has `/auth`. */
export const BASE_PATH = '/every-provider/auth'

let providers: Promise<SvelteKitAuthConfig['providers']> | undefined

/** A second instance beside the demo's own: the same people and sessions, and every provider of the catalogue, emulated. */
export const { handle, signIn } = SvelteKitAuth(async (event) => {
  providers ??= everyProvider(emulatorAt(EMULATOR_URL))
  return { ...configOf(event), basePath: BASE_PATH, providers: await providers }
})
