// The least that any library does: it takes a `Request` and makes a `Response`, with the same calls to the provider.
import { formRequest, getRequest, ISSUER, ORIGIN, USER } from '../fixtures.mjs'
import { makeIdentityProvider } from '../identity-provider.mjs'

const check = async () => {}
const body = JSON.stringify({ user: USER, expires: new Date(Date.now() + 864e5).toISOString() })
const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-store' }
const redirect = () => new Response(null, { status: 302, headers: { location: ORIGIN } })

/** A request for a resource. */
export const get = {
  run: () => {
    getRequest('/auth/session', 'a=b').headers.get('cookie')
    return new Response(body, { headers })
  },
  check,
}

/** A form whose response is a redirect. */
export const post = {
  run: async () => {
    await formRequest('/auth/signin', 'a=b', 'a=b').text()
    return redirect()
  },
  check,
}

/** Reads the cookie in application code. */
export const read = { run: () => new Headers({ cookie: 'a=b' }).get('cookie'), check }

/** A callback that fetches from the provider. @param {readonly string[]} paths */
export const callback = (paths) => {
  const { fetch } = makeIdentityProvider()
  const run = async () => {
    getRequest('/auth/callback/oauth', 'a=b').headers.get('cookie')
    for (const path of paths) await (await fetch(ISSUER + path)).json()
    return redirect()
  }
  return { run, check }
}
