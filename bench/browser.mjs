// As much of a browser as a sign-in needs.
import { insist, ORIGIN } from './fixtures.mjs'

/** @typedef {(request: Request) => Promise<Response>} Handle */

/** @param {Response} response @param {Map<string, string>} [jar] */
export const keep = (response, jar = new Map()) => {
  for (const line of response.headers.getSetCookie()) {
    const pair = line.slice(0, line.indexOf(';'))
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return jar
}

/** @param {Map<string, string>} jar */
export const header = (jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** A browser that is about to sign in: it has the form's token, and says where the form came from. @param {Handle} handle @param {string} id */
export const visit = async (handle, id) => {
  const form = await handle(new Request(`${ORIGIN}/auth/csrf`))
  const jar = keep(form)
  const { csrfToken } = await form.json()
  const body = new URLSearchParams({ csrfToken, callbackUrl: `${ORIGIN}/members` }).toString()
  const headers = { cookie: header(jar), origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
  return { jar, start: () => handle(new Request(`${ORIGIN}/auth/signin/${id}`, { method: 'POST', headers, body })) }
}

/** The way back from the provider, with the cookies of the way there. @param {Handle} handle @param {string} id @param {Map<string, string>} jar @param {string | null} state */
export const comeBack = (handle, id, jar, state) => {
  const query = new URLSearchParams({ code: 'code', ...(state === null ? {} : { state }) })
  const headers = { cookie: header(jar) }
  return handle(new Request(`${ORIGIN}/auth/callback/${id}?${query}`, { headers }))
}

/** @param {Response} response @param {string} who */
export const enters = (response, who) => {
  const location = response.headers.get('location')
  insist(response.status === 302 && location === `${ORIGIN}/members`, `${who}: ${response.status} ${location}`)
  insist(
    [...keep(response).keys()].some((name) => name.includes('session-token')),
    `${who}: no session`,
  )
}
