import { redirect } from '@sveltejs/kit'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals, url }) => {
  const session = await locals.auth()
  if (session?.user === undefined) redirect(303, `/signin?redirectTo=${encodeURIComponent(url.pathname)}`)
  return { user: session.user }
}
