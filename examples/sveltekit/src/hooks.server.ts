import { redirect } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import type { Handle, ServerInit } from '@sveltejs/kit/hooks'
import { handle as authentication } from './auth.ts'
import { startCleanup } from '@authwright/adapter-sql'
import { METHOD_COOKIE } from '#lib/method.ts'
import { adapter } from '#lib/server/database.ts'
import { seedPeople } from '#lib/server/people.ts'

/** No request removes rows whose time is over; this process does, now and every hour. */
export const init: ServerInit = async () => {
  await seedPeople()
  startCleanup(adapter)
}

/** Nobody enters `/protected`, or anything below it, without a session. */
const guard: Handle = async ({ event, resolve }) => {
  // The route that will answer, not the path as it was written: `/%70rotected` leads to the same page.
  const isGuarded = event.route.id?.startsWith('/protected') === true
  if (isGuarded && (await event.locals.auth()) === null) {
    redirect(303, `/signin?redirectTo=${encodeURIComponent(event.url.pathname + event.url.search)}`)
  }
  return resolve(event)
}

/** Remembers for the front page by which way this browser came in. */
const remember: Handle = async ({ event, resolve }) => {
  const response = await resolve(event)
  const { signedInBy } = event.locals
  if (signedInBy !== undefined) {
    response.headers.append('set-cookie', `${METHOD_COOKIE}=${signedInBy}; Path=/; HttpOnly; SameSite=Lax`)
  }
  return response
}

/** The emulated providers answer below a path of their own. */
const everyProvider: Handle = async (input) => {
  if (!input.event.url.pathname.startsWith('/every-provider/')) return input.resolve(input.event)
  const { handle: answer } = await import('./every-provider.ts')
  return answer(input)
}

export const handle = sequence(remember, authentication, everyProvider, guard)
