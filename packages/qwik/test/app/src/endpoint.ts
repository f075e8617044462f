import {
  applicationRoutes,
  missingReply,
  responseOf,
  type ApplicationRoute,
} from '@authwright/testing/frameworks/application'
import type { RequestEvent } from '@builder.io/qwik-city'
import { auth, signIn, signOut, update } from './routes/plugin@auth'

/** Runs the route of the contract that the path names. */
export const respond = async (event: RequestEvent): Promise<void> => {
  const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes
  const route = routes[`${event.method} ${event.url.pathname}`] ?? missingReply
  try {
    const reply = await route({
      query: event.query,
      auth: () => auth(event),
      signIn: (provider, options) => signIn(event, provider, options),
      signOut: () => signOut(event),
      update: (data) => update(event, data),
    })
    event.send(responseOf(reply))
  } catch (error) {
    // Qwik City shows the message of this error, and no other one, on its error page.
    if (event.url.pathname === '/throws') throw event.error(500, 'Application error')
    throw error
  }
}
