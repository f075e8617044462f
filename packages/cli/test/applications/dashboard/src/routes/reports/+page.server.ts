import { error } from '@sveltejs/kit'
import { loadReports } from '$lib/server/backend'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals }) => {
  const session = await locals.auth()
  if (!session?.backendToken || session.error) error(401, 'Sign in again')
  return { reports: await loadReports(session.backendToken) }
}
