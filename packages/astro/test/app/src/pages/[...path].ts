import { applicationRoutes, missingReply, responseOf, type ApplicationRoute } from '@authwright/testing/frameworks'
import type { APIRoute } from 'astro'

const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes

/** The routes of the contract that have no page of their own. */
export const ALL: APIRoute = async ({ request, url, params, locals }) => {
  const route = routes[`${request.method} /${params['path'] ?? ''}`] ?? missingReply
  const { auth, signIn, signOut, update } = locals
  return responseOf(await route({ query: url.searchParams, auth, signIn, signOut, update }))
}
