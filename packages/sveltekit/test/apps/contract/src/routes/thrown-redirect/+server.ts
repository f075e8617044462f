import { redirect } from '@sveltejs/kit'

export const GET = async ({ locals }) => {
  await locals.auth()
  redirect(302, '/api/me')
}
