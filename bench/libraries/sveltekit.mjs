// A page of SvelteKit that reads the session with `locals.auth()`. The hook gets what SvelteKit passes to it; rendering is left out,
// because it allocates the same with each library.
import { SvelteKitAuth } from '@authwright/sveltekit'
import { assert, getRequest, USER } from '../fixtures.mjs'
import { readInCode as readPeer } from './authjs.mjs'
import { authwright, sessionCookie } from './authwright.mjs'

const none = () => undefined

const eventOf = (/** @type {Request} */ request) => ({
  request,
  url: new URL(request.url),
  route: { id: '/members' },
  locals: {},
  // The state of a request belongs to this object.
  cookies: { get: none, set: none, delete: none },
  setHeaders: none,
})

const render = async (/** @type {any} */ { locals }) => Response.json(await locals.auth())

/** @param {(input: any) => Promise<Response>} handle @param {string} cookie @returns {import('../measure.mjs').Entry} */
const pageOf = (handle, cookie) => {
  const run = () => handle({ event: eventOf(getRequest('/members', cookie)), resolve: render })
  const check = async () => assert((await (await run()).json())?.user?.email === USER.email, 'the page of SvelteKit')
  return { run, check }
}

/** A hook that sets `locals.auth` only. @param {() => unknown} auth */
const hookOf =
  (auth) =>
  (/** @type {any} */ { event, resolve }) => {
    event.locals.auth = auth
    return resolve(event)
  }

export const plainPage = pageOf(
  hookOf(() => ({ user: USER })),
  'a=b',
)

export const ownPage = async () => pageOf(SvelteKitAuth(await authwright.base()).handle, await sessionCookie())

/** The hook of `@auth/sveltekit` calls the route. Its last version cannot be loaded with SvelteKit 3. */
export const peerPage = async () => pageOf(hookOf((await readPeer()).run), 'a=b')
