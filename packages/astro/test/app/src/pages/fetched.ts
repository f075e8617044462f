import type { APIRoute } from 'astro'

export const GET: APIRoute = async ({ locals, url }) => {
  await locals.auth()
  return fetch(new URL('/own-cookie', url))
}
