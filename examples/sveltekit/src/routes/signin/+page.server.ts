import { fail } from '@sveltejs/kit'
import { CredentialsSignin } from '@authwright/sveltekit'
import { signIn } from '../../auth.ts'
import { DEMO_USER } from '#lib/server/users.ts'
import type { Actions, PageServerLoad } from './$types'

/** Reads a path of this application for display. Authwright validates every redirect target itself. */
const readPath = (value: unknown): string => (typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : '/')

export const load: PageServerLoad = ({ url }) => ({
  redirectTo: readPath(url.searchParams.get('redirectTo')),
  user: DEMO_USER,
})

export const actions: Actions = {
  default: async (event) => {
    const fields = await event.request.clone().formData()
    try {
      return await signIn(event)
    } catch (error) {
      // Only a wrong password is handled here. Other errors and redirects are thrown.
      if (!(error instanceof CredentialsSignin)) throw error
      return fail(401, { code: error.code, redirectTo: readPath(fields.get('redirectTo')) })
    }
  },
}
