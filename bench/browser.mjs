// The parts of a browser that a sign-in needs.
import { assert, ORIGIN } from './fixtures.mjs'

/** @typedef {(request: Request) => Promise<Response>} Handle */

/** @param {Response} response @param {Map<string, string>} [jar] */
export const storeCookies = (response, jar = new Map()) => {
  for (const line of response.headers.getSetCookie()) {
    const pair = line.slice(0, line.indexOf(';'))
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return jar
}

/** @param {Map<string, string>} jar */
export const toCookieHeader = (jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** Opens the sign-in form: reads the CSRF token. `start` posts the form. @param {Handle} handle @param {string} id */
export const openForm = async (handle, id) => {
  const form = await handle(new Request(`${ORIGIN}/auth/csrf`))
  const jar = storeCookies(form)
  const { csrfToken } = await form.json()
  const body = new URLSearchParams({ csrfToken, callbackUrl: `${ORIGIN}/members` }).toString()
  const headers = { cookie: toCookieHeader(jar), origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
  return { jar, start: () => handle(new Request(`${ORIGIN}/auth/signin/${id}`, { method: 'POST', headers, body })) }
}

/** Requests the callback route with the cookies of the browser. @param {Handle} handle @param {string} id @param {Map<string, string>} jar @param {string | null} state */
export const requestCallback = (handle, id, jar, state) => {
  const query = new URLSearchParams({ code: 'code', ...(state === null ? {} : { state }) })
  const headers = { cookie: toCookieHeader(jar) }
  return handle(new Request(`${ORIGIN}/auth/callback/${id}?${query}`, { headers }))
}

/** @param {Response} response @param {string} who */
export const checkSignedIn = (response, who) => {
  const location = response.headers.get('location')
  assert(response.status === 302 && location === `${ORIGIN}/members`, `${who}: ${response.status} ${location}`)
  assert(
    [...storeCookies(response).keys()].some((name) => name.includes('session-token')),
    `${who}: no session`,
  )
}
