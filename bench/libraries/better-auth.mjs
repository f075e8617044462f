// better-auth with the options that make it fastest: no rate limits, telemetry and log, a password check that responds at once.
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { getMigrations } from 'better-auth/db/migration'
import { genericOAuth } from 'better-auth/plugins'
import { storeCookies, toCookieHeader } from '../browser.mjs'
import { assert, client, getRequest, ISSUER, ORIGIN, SECRET, USER } from '../fixtures.mjs'
import { sharedProvider } from '../identity-provider.mjs'

const PASSWORD = 'correct horse battery staple'

/** @param {object} more */
const options = (more) => ({
  baseURL: ORIGIN,
  basePath: '/api/auth',
  secret: SECRET,
  logger: { disabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  emailAndPassword: { enabled: true, password: { hash: async () => 'hash', verify: async () => true } },
  socialProviders: { github: client, google: client },
  ...more,
})

const cookieSession = { cookieCache: { enabled: true, maxAge: 7 * 86400, strategy: /** @type {const} */ ('jwe') } }
const stateless = {
  session: { cookieCache: { ...cookieSession.cookieCache, refreshCache: true } },
  account: { storeStateStrategy: /** @type {const} */ ('cookie'), storeAccountCookie: false },
}
const inMemory = (more = {}) =>
  options({ database: memoryAdapter({ user: [], session: [], account: [], verification: [] }), ...more })

/** @param {string} path @param {object} body */
const jsonRequest = (path, body) => {
  const headers = { 'content-type': 'application/json', origin: ORIGIN }
  return new Request(ORIGIN + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** @param {any} auth */
const signUp = async (auth) => {
  const { name, email, image } = USER
  const response = await auth.handler(
    jsonRequest('/api/auth/sign-up/email', { name, email, image, password: PASSWORD }),
  )
  assert(response.status === 200, `better-auth: sign-up ${response.status}`)
  return toCookieHeader(storeCookies(response))
}

/** @param {any} auth @param {string} cookie @param {boolean} isSignedIn */
const checkSession = (auth, cookie, isSignedIn) => {
  const run = () => auth.handler(getRequest('/api/auth/get-session', cookie))
  const check = async () => {
    const body = await (await run()).json()
    assert(!isSignedIn || body?.user?.email === USER.email, `better-auth: ${JSON.stringify(body)}`)
  }
  return { run, check }
}

/** What a server takes that reads the session from an encrypted cookie. */
export const makeCookieAuth = () => betterAuth(inMemory({ session: cookieSession }))

/** The cookies of a signed-in user, for each server of this kind: they need no row of the database. */
export const cookieOfUser = () => signUp(makeCookieAuth())

/** A session check with an encrypted cookie. @param {{ isSignedIn?: boolean, cookie?: (cookie: string) => string }} [how] */
export const session = async ({ isSignedIn = true, cookie = (same) => same } = {}) => {
  const auth = makeCookieAuth()
  return checkSession(auth, cookie(await signUp(auth)), isSignedIn)
}

/** Reads the session in application code. */
export const readInCode = async () => {
  const auth = makeCookieAuth()
  const cookie = await signUp(auth)
  const run = () => auth.api.getSession({ headers: new Headers({ cookie }) })
  return { run, check: async () => assert((await run())?.user.email === USER.email, 'better-auth in code') }
}

/** A session check with a session in memory. */
export const memorySession = async () => {
  const auth = betterAuth(inMemory())
  return checkSession(auth, await signUp(auth), true)
}

/** A session check with a session in SQLite. @param {any} database */
export const sqliteSession = async (database) => {
  const own = options({ database })
  await (await getMigrations(own)).runMigrations()
  const auth = betterAuth(own)
  return checkSession(auth, await signUp(auth), true)
}

const generic = {
  providerId: 'oauth',
  ...client,
  authorizationUrl: `${ISSUER}/authorize`,
  tokenUrl: `${ISSUER}/token`,
  userInfoUrl: `${ISSUER}/userinfo`,
  scopes: ['email'],
  pkce: true,
}

/** The two requests of a sign-in at a provider, without a database. */
export const signIn = async () => {
  globalThis.fetch = sharedProvider.fetch
  const auth = betterAuth(options({ ...stateless, plugins: [genericOAuth({ config: [generic] })] }))
  const start = () =>
    auth.handler(jsonRequest('/api/auth/sign-in/social', { provider: 'oauth', callbackURL: `${ORIGIN}/members` }))
  const response = await start()
  const header = toCookieHeader(storeCookies(response))
  const state = new URL((await response.json()).url).searchParams.get('state') ?? ''
  const path = `/api/auth/callback/oauth?${new URLSearchParams({ code: 'code', state })}`
  const callback = () => auth.handler(getRequest(path, header))
  return {
    start: { run: start, check: async () => assert((await (await start()).json()).url.includes('state='), 'start') },
    callback: {
      run: callback,
      check: async () => {
        const { headers } = await callback()
        const isRight = headers.get('location') === `${ORIGIN}/members` && headers.getSetCookie().length > 0
        assert(isRight, `better-auth: callback ${headers.get('location')}`)
      },
    },
  }
}

/** A sign-in with an e-mail address and a password. */
export const credentials = async () => {
  const auth = betterAuth(inMemory({ session: cookieSession }))
  await signUp(auth)
  const run = () => auth.handler(jsonRequest('/api/auth/sign-in/email', { email: USER.email, password: PASSWORD }))
  return { run, check: async () => assert((await run()).status === 200, 'better-auth: credentials') }
}
