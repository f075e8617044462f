// Operations on a database: a session check, the adapter calls of a sign-in, and a complete sign-in at a provider.
import { checkSignedIn, openForm, requestCallback, storeCookies } from '../browser.mjs'
import { assert, cookieHeader, oauth, ORIGIN, sessionRequest, USER } from '../fixtures.mjs'

/** A random row, so that caches of recent rows do not help. @param {number} size */
const randomIndex = (size) => Math.floor(Math.random() * size)

/** Each user has ten sessions. @param {number} size */
const randomAccount = (size) => `a${randomIndex(size / 10)}`

/** A provider that signs in a random existing user. @param {number} size @returns {typeof fetch} */
export const makeFetch = (size) => async (input) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  const tokens = { access_token: 'access-token', token_type: 'Bearer', expires_in: 3600 }
  return Response.json(pathname === '/token' ? tokens : { ...USER, id: randomAccount(size) })
}

/** The config of this provider for both libraries. */
export const provider = {
  ...oauth,
  profile: (/** @type {any} */ { id, name, email }) => ({ id, name, email }),
}

let created = 0

/** The adapter calls at the end of a sign-in. @param {any} adapter @param {number} size */
const callAdapter = async (adapter, size) => {
  const user = await adapter.getUserByAccount({ provider: 'oauth', providerAccountId: randomAccount(size) })
  const session = { sessionToken: `new-${(created += 1)}`, userId: user.id, expires: new Date(Date.now() + 864e5) }
  await (adapter.transaction === undefined
    ? adapter.createSession(session)
    : adapter.transaction((/** @type {any} */ inner) => inner.createSession(session)))
  return user
}

/**
 * @typedef {object} Target
 * @property {any} adapter
 * @property {import('../browser.mjs').Handle} handle
 * @property {string} prefix of the library's cookies
 * @property {number} size
 */

/**
 * The operations, each with a function that checks its result.
 * @param {Target} target
 * @returns {Promise<Record<string, { run: () => Promise<any>, check: (result: any) => Promise<void> }>>}
 */
export const makeOperations = async ({ adapter, handle, prefix, size }) => {
  const { jar, start } = await openForm(handle, provider.id)
  return {
    'GET /session': {
      run: () => handle(sessionRequest(cookieHeader(prefix, `t${randomIndex(size)}`))),
      check: async (result) => assert((await result.json())?.user?.email.endsWith('@example.com'), 'GET /session'),
    },
    'sign-in, adapter calls alone': {
      run: () => callAdapter(adapter, size),
      check: async (user) => assert(user.email.endsWith('@example.com'), 'adapter calls'),
    },
    'sign-in, from the form to the session': {
      run: async () => {
        const response = await start()
        const state = new URL(response.headers.get('location') ?? '', ORIGIN).searchParams.get('state')
        return requestCallback(handle, provider.id, storeCookies(response, new Map(jar)), state)
      },
      check: async (result) => checkSignedIn(result, 'sign-in'),
    },
  }
}
