import { EMULATOR_URL } from '$app/env/private'
import { emulatedProviders, signIn } from '../../every-provider.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async () => {
  const entries = await emulatedProviders()
  return { emulator: EMULATOR_URL, providers: entries.map(({ id, name, type, style }) => ({ id, name, type, style })) }
}

export const actions: Actions = { default: signIn }
