import { isAdmin } from '@authwright/testing/frameworks'
import type { APIRoute } from 'astro'

export const GET: APIRoute = async ({ locals }) => {
  await locals.requireUser(isAdmin)
  return new Response('<h1>Members only</h1>', { headers: { 'content-type': 'text/html' } })
}
