import { fail } from '@sveltejs/kit'
import { AuthError } from '@authwright/sveltekit'
import { signIn } from '../../auth.ts'
import type { Actions } from './$types'

export const actions: Actions = {
  // The action that asks for a mail takes its code, too: whoever asked in this browser is signed in by it.
  default: async (event) => {
    try {
      return await signIn(event)
    } catch (error) {
      // A wrong code is an answer, not an accident. Everything else, redirects too, is thrown on.
      if (!(error instanceof AuthError) || error.type !== 'Verification') throw error
      return fail(403, { isWrong: true })
    }
  },
}
