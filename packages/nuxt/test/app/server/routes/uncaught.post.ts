import { signIn } from '@authwright/nuxt/server'

/** The `AuthError` of a wrong password is not caught. */
export default defineEventHandler(async (event) =>
  sendRedirect(event, await signIn(event, 'password', { fields: { username: 'ada', password: 'wrong' } })),
)
