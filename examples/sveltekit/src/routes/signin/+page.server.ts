import { fail } from '@sveltejs/kit'
import { CredentialsSignin } from '@authwright/sveltekit'
import { signIn } from '../../auth.ts'
import { DEMO_PERSON } from '#lib/server/people.ts'
import type { Actions, PageServerLoad } from './$types'

/** A path of this site, to be shown. Authwright checks every return address again before it leads anybody there. */
const readPath = (written: unknown): string =>
  typeof written === 'string' && /^\/(?![/\\])/.test(written) ? written : '/'

export const load: PageServerLoad = ({ url }) => ({
  redirectTo: readPath(url.searchParams.get('redirectTo')),
  person: DEMO_PERSON,
})

export const actions: Actions = {
  default: async (event) => {
    const fields = await event.request.clone().formData()
    try {
      return await signIn(event)
    } catch (error) {
      // A wrong password is an answer, not an accident. Everything else, redirects too, is thrown on.
      if (!(error instanceof CredentialsSignin)) throw error
      return fail(401, { code: error.code, redirectTo: readPath(fields.get('redirectTo')) })
    }
  },
}
