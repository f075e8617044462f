import type { APIRoute } from 'astro'

export const GET: APIRoute = async ({ locals, cookies }) => {
  await locals.auth()
  cookies.set('one', '1', { path: '/' })
  cookies.set('two', '2', { path: '/' })
  return new Response('cookies', { headers: { 'cache-control': 'public, max-age=60' } })
}
