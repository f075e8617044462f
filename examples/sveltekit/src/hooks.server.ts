import { redirect } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import type { Handle, ServerInit } from '@sveltejs/kit/hooks'
import { handle as authentication } from './auth.ts'
import { startCleanup } from '@authwright/adapter-sql'
import { METHOD_COOKIE } from '#lib/method.ts'
import { adapter } from '#lib/server/database.ts'
import { seedUsers } from '#lib/server/users.ts'

/** Requests do not delete expired rows. This process deletes them at its start and every hour. */
export const init: ServerInit = async () => {
  await seedUsers()
  startCleanup(adapter)
}

/** Redirects signed-out users from `/protected` and all pages below it. */
const guard: Handle = async ({ event, resolve }) => {
  // Compare the route id, not the path: `/%70rotected` is the same page.
  const isProtected = event.route.id?.startsWith('/protected') === true
  if (isProtected && (await event.locals.auth()) === null) {
    redirect(303, `/signin?redirectTo=${encodeURIComponent(event.url.pathname + event.url.search)}`)
  }
  return resolve(event)
}

/** Stores the sign-in method in a cookie, which the front page shows. */
const storeMethod: Handle = async ({ event, resolve }) => {
  const response = await resolve(event)
  const { signedInBy } = event.locals
  if (signedInBy !== undefined) {
    response.headers.append('set-cookie', `${METHOD_COOKIE}=${signedInBy}; Path=/; HttpOnly; SameSite=Lax`)
  }
  return response
}

/** Serves the routes of the second instance. */
const everyProvider: Handle = async (input) => {
  if (!input.event.url.pathname.startsWith('/every-provider/')) return input.resolve(input.event)
  const { handle: handleRequest } = await import('./every-provider.ts')
  return handleRequest(input)
}

export { handleError } from '@authwright/sveltekit'

export const handle = sequence(storeMethod, authentication, everyProvider, guard)
