import { Auth, customFetch } from '@auth/core'
import { encode } from '@auth/core/jwt'
import { assert, CLAIMS, cookieOf, getRequest, SECRET, USER } from '../fixtures.mjs'
import { makeOperations } from './auth-interface.mjs'
import { loadProviders } from './catalog.mjs'

const COOKIE = '__Secure-authjs.session-token'

const loadProvider = async (/** @type {string} */ id) => (await import(`@auth/core/providers/${id}`)).default

export const authjs = makeOperations({
  name: '@auth/core',
  serve: (config) => (request) => Auth(request, config),
  encode,
  cookie: COOKIE,
  loadProvider,
  customFetch,
})

export { COOKIE as legacyCookie }

/** A token of an Auth.js session, which Authwright can read too. */
export const legacyToken = () => encode({ token: CLAIMS, secret: SECRET, salt: COOKIE })

/** Reads the session as the integrations of Auth.js do: they call the route. */
export const readInCode = async () => {
  const config = await authjs.base()
  const cookie = cookieOf(COOKIE, await legacyToken())
  const run = async () => (await Auth(getRequest('/auth/session', cookie), config)).json()
  return { run, check: async () => assert((await run())?.user?.email === USER.email, '@auth/core in code') }
}

export const providersOf = (/** @type {number} */ count) => loadProviders(loadProvider, count)
