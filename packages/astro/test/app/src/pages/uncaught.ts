import type { APIRoute } from 'astro'

/** The `AuthError` of a wrong password is not caught. */
export const POST: APIRoute = async ({ locals, redirect }) =>
  redirect(await locals.signIn('password', { fields: { username: 'ada', password: 'wrong' } }))
