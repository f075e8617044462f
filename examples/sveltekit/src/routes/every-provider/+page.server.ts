import { EMULATOR_URL } from '$app/env/private'
import { everyProvider, emulatorAt } from '@gatehouse/testing/emulator'
import { signIn } from '../../every-provider.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async () => {
  const entries = await everyProvider(emulatorAt(EMULATOR_URL))
  return { emulator: EMULATOR_URL, providers: entries.map(({ id, name, type, style }) => ({ id, name, type, style })) }
}

export const actions: Actions = { default: signIn }
