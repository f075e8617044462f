import { error } from '@sveltejs/kit'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals }) => {
  const session = await locals.auth()
  if (!session?.user) error(401, 'Log in to see the drafts')
  return { drafts: [`A draft of ${session.user.email}`] }
}
