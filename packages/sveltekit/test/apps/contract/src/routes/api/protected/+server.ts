import { isAdmin } from '@authwright/testing/frameworks/application'

export const GET = async ({ locals }) => {
  const { user } = await locals.requireUser(isAdmin)
  return new Response(`Members only: ${user.name}`)
}
