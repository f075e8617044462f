import { redirect } from '@sveltejs/kit'
import type { PageServerLoad } from './$types'

/** Protects this page. A layout's `load` cannot, because it does not run for every request of a page below it. */
export const load: PageServerLoad = async ({ locals, url }) => {
  const session = await locals.auth()
  if (session?.user === undefined) redirect(303, `/auth/signin?callbackUrl=${encodeURIComponent(url.pathname)}`)
  return { user: session.user }
}
