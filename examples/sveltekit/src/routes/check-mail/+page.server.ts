import { fail } from '@sveltejs/kit'
import { AuthError } from '@authwright/sveltekit'
import { signIn } from '../../auth.ts'
import type { Actions } from './$types'

export const actions: Actions = {
  // The action that sends the e-mail also accepts its code, in the browser that requested it.
  default: async (event) => {
    try {
      return await signIn(event)
    } catch (error) {
      // Only a wrong code is handled here. Other errors and redirects are thrown.
      if (!(error instanceof AuthError) || error.type !== 'Verification') throw error
      return fail(403, { isWrong: true })
    }
  },
}
