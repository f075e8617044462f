import type { APIRoute } from 'astro'

export const GET: APIRoute = async ({ locals, cookies }) => {
  await locals.auth()
  cookies.set('authwright.session-token', 'own', { path: '/' })
  return new Response('cookie')
}
