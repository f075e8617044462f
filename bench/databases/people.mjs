// What is done over a database: a session check, the adapter calls of a sign-in, and a whole sign-in at a provider.
import { comeBack, enters, keep, visit } from '../browser.mjs'
import { cookieHeader, insist, oauth, ORIGIN, PERSON, sessionRequest } from '../fixtures.mjs'

/** Another row each time, so that none is in anybody's hand already. @param {number} size */
const anyOf = (size) => Math.floor(Math.random() * size)

/** Of ten sessions each is one person's. @param {number} size */
const anyAccount = (size) => `a${anyOf(size / 10)}`

/** A provider that says of each who comes that it is another one of those who are known. @param {number} size @returns {typeof fetch} */
export const fetchOf = (size) => async (input) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  const tokens = { access_token: 'access-token', token_type: 'Bearer', expires_in: 3600 }
  return Response.json(pathname === '/token' ? tokens : { ...PERSON, id: anyAccount(size) })
}

/** The entry of that provider, as both libraries take it. */
export const provider = {
  ...oauth,
  profile: (/** @type {any} */ { id, name, email }) => ({ id, name, email }),
}

let made = 0

/** The reads and writes that a sign-in ends with. @param {any} adapter @param {number} size */
const callsOfSignIn = async (adapter, size) => {
  const user = await adapter.getUserByAccount({ provider: 'oauth', providerAccountId: anyAccount(size) })
  const session = { sessionToken: `new-${(made += 1)}`, userId: user.id, expires: new Date(Date.now() + 864e5) }
  await (adapter.transaction === undefined
    ? adapter.createSession(session)
    : adapter.transaction((/** @type {any} */ inner) => inner.createSession(session)))
  return user
}

/**
 * @typedef {object} Place
 * @property {any} adapter
 * @property {import('../browser.mjs').Handle} handle
 * @property {string} prefix of the library's cookies
 * @property {number} size
 */

/**
 * What is done, each with its judge.
 * @param {Place} place
 * @returns {Promise<Record<string, { run: () => Promise<any>, judge: (answer: any) => Promise<void> }>>}
 */
export const operationsOf = async ({ adapter, handle, prefix, size }) => {
  const { jar, start } = await visit(handle, provider.id)
  return {
    'GET /session': {
      run: () => handle(sessionRequest(cookieHeader(prefix, `t${anyOf(size)}`))),
      judge: async (answer) => insist((await answer.json())?.user?.email.endsWith('@example.com'), 'GET /session'),
    },
    'sign-in, adapter calls alone': {
      run: () => callsOfSignIn(adapter, size),
      judge: async (user) => insist(user.email.endsWith('@example.com'), 'adapter calls'),
    },
    'sign-in, from the form to the session': {
      run: async () => {
        const away = await start()
        const state = new URL(away.headers.get('location') ?? '', ORIGIN).searchParams.get('state')
        return comeBack(handle, provider.id, keep(away, new Map(jar)), state)
      },
      judge: async (answer) => enters(answer, 'sign-in'),
    },
  }
}
