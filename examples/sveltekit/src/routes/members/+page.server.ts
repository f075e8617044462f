import { redirect } from '@sveltejs/kit'
import type { PageServerLoad } from './$types'

/** Guards this page alone. Not in a layout: a layout's load does not run each time a page below it does. */
export const load: PageServerLoad = async ({ locals, url }) => {
  const session = await locals.auth()
  if (session?.user === undefined) redirect(303, `/auth/signin?callbackUrl=${encodeURIComponent(url.pathname)}`)
  return { user: session.user }
}
