import { AuthError } from '@authwright/sveltekit'
import { redirect } from '@sveltejs/kit'
import { signIn } from '../../auth'

export const load = ({ url }) => ({ refused: url.searchParams.get('refused') })

export const actions = {
  default: async (event) => {
    try {
      return await signIn(event)
    } catch (error) {
      if (error instanceof AuthError) redirect(303, `/enter?refused=${error.type}`)
      throw error
    }
  },
}
