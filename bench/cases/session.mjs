// `GET /session` with the session in a cookie.
import * as betterAuth from '../libraries/better-auth.mjs'
import { authjs, legacyCookie, legacyToken, readInCode as readPeer } from '../libraries/authjs.mjs'
import { authwright, onWebCrypto, readInCode, sharedCookie, takeOver } from '../libraries/authwright.mjs'
import { ironSession, ironSessionInCode, jose, joseInCode } from '../libraries/cookies.mjs'
import * as floor from '../libraries/floor.mjs'
import { tamper, withJunk } from '../fixtures.mjs'
import { FLOOR, OWN, PEER } from './case.mjs'

const uncached = { session: { cookieCacheSize: 0 } }
const BIG = 8192

const small = async (/** @type {object} */ options) => ({
  [FLOOR]: floor.get,
  [PEER]: await authjs.session(),
  [OWN]: await authwright.session({ options }),
})

const big = async (/** @type {object} */ options) => ({
  [FLOOR]: floor.get,
  [PEER]: await authjs.session({ bytes: BIG }),
  [OWN]: await authwright.session({ bytes: BIG, options }),
  'iron-session': await ironSession({ bytes: BIG }),
  jose: await jose({ bytes: BIG }),
})

/** @type {readonly import('./case.mjs').Case[]} */
export const sessionCases = [
  {
    id: 'session-cached',
    load: async () => ({
      ...(await small({})),
      'better-auth': await betterAuth.session(),
      'iron-session': await ironSession(),
      jose: await jose(),
    }),
  },
  { id: 'session', load: () => small(uncached) },
  {
    id: 'session-renewed',
    load: () => small({ session: { updateAge: 0 } }),
  },
  {
    id: 'session-legacy',
    load: async () => ({
      [FLOOR]: floor.get,
      [PEER]: await authjs.session(),
      [OWN]: await authwright.session({
        cookie: legacyCookie,
        token: await legacyToken(),
        options: { ...sharedCookie(legacyCookie), ...uncached },
      }),
      jose: await jose({}, 'A256CBC-HS512'),
    }),
  },
  {
    id: 'session-moved',
    load: async () => ({
      [FLOOR]: floor.get,
      [PEER]: await authjs.session(),
      [OWN]: await authwright.session({ cookie: legacyCookie, token: await legacyToken(), options: takeOver() }),
    }),
  },
  { id: 'session-8k-cached', load: () => big({}) },
  { id: 'session-8k', load: () => big(uncached) },
  {
    id: 'session-none',
    load: async () => {
      const how = { cookie: () => '', isSignedIn: false }
      const own = { change: () => '', isSignedIn: false }
      return {
        [FLOOR]: floor.get,
        [PEER]: await authjs.session(own),
        [OWN]: await authwright.session(own),
        'better-auth': await betterAuth.session(how),
        'iron-session': await ironSession(how),
        jose: await jose(how),
      }
    },
  },
  {
    id: 'session-tampered',
    load: async () => {
      const how = { cookie: tamper, isSignedIn: false }
      const own = { change: tamper, isSignedIn: false }
      return {
        [FLOOR]: floor.get,
        [PEER]: await authjs.session(own),
        [OWN]: await authwright.session(own),
        'better-auth': await betterAuth.session(how),
        'iron-session': await ironSession(how),
        jose: await jose(how),
      }
    },
  },
  {
    id: 'read-cached',
    load: async () => ({
      [FLOOR]: floor.read,
      [PEER]: await readPeer(),
      [OWN]: await readInCode({}),
      'better-auth': await betterAuth.readInCode(),
      'iron-session': await ironSessionInCode(),
      jose: await joseInCode(),
    }),
  },
  {
    id: 'read',
    load: async () => ({ [FLOOR]: floor.read, [PEER]: await readPeer(), [OWN]: await readInCode(uncached.session) }),
  },
  {
    id: 'session-webcrypto',
    load: async () => ({
      [FLOOR]: floor.get,
      [PEER]: await authjs.session(),
      [OWN]: await onWebCrypto.session({ options: uncached }),
      jose: await jose(),
    }),
  },
  {
    id: 'session-junk',
    load: async () => ({
      [FLOOR]: await authwright.session({ change: withJunk(1) }),
      [PEER]: await authjs.session({ change: withJunk(1000) }),
      [OWN]: await authwright.session({ change: withJunk(1000) }),
    }),
  },
]
