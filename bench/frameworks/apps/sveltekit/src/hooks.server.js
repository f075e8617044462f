// Each variant has its own path, and a process of its own when it is measured.
import { Auth } from '@auth/core'
import { SvelteKitAuth } from '@authwright/sveltekit'
import { makeOwn, peer } from './configs.js'

/** What @auth/sveltekit does for SvelteKit 2: it calls the route. Its last version cannot be built with SvelteKit 3. */
const peerHandle = ({ event, resolve }) => {
  event.locals.auth = async () => {
    const headers = { cookie: event.request.headers.get('cookie') ?? '' }
    return (await Auth(new Request(new URL('/auth/session', event.url), { headers }), peer)).json()
  }
  return resolve(event)
}

const handles = {
  '/authwright': SvelteKitAuth(makeOwn()).handle,
  '/authwright-function': SvelteKitAuth(async () => makeOwn()).handle,
  '/authjs': peerHandle,
}

export const handle = ({ event, resolve }) => handles[event.url.pathname]?.({ event, resolve }) ?? resolve(event)
