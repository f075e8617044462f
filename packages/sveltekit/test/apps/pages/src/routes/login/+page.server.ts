import { AuthError, CredentialsSignin } from '@authwright/sveltekit'
import { fail } from '@sveltejs/kit'
import { signIn } from '../../auth'

/** Catches the error and shows it on the page. */
export const actions = {
  default: async (event) => {
    try {
      return await signIn(event)
    } catch (error) {
      if (error instanceof CredentialsSignin) return fail(400, { error: error.type, code: error.code })
      if (error instanceof AuthError) return fail(400, { error: error.type })
      throw error
    }
  },
}
