// `GET /session` with the session in a cookie.
import * as betterAuth from '../libraries/better-auth.mjs'
import { authjs, legacyCookie, legacyToken, readInCode as readPeer } from '../libraries/authjs.mjs'
import { authwright, onWebCrypto, readInCode, sharedCookie, takeOver } from '../libraries/authwright.mjs'
import { ironSession, ironSessionInCode, jose, joseInCode } from '../libraries/cookies.mjs'
import * as floor from '../libraries/floor.mjs'
import { tamper } from '../fixtures.mjs'
import { FLOOR, OWN, PEER } from './case.mjs'

const uncached = { session: { cookieCacheSize: 0 } }
const BIG = 8192

/** Cookies of other parts of the site, each with 8 bytes. @param {number} count */
export const withJunk = (count) => (/** @type {string} */ cookie) =>
  [...Array.from({ length: count }, (_, i) => `j${String(i).padStart(3, '0')}=abc`), cookie].join('; ')

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
    work: 'session check',
    load: async () => ({
      ...(await small({})),
      'better-auth': await betterAuth.session(),
      'iron-session': await ironSession(),
      jose: await jose(),
    }),
  },
  { id: 'session', work: 'session check, cookie cache off', load: () => small(uncached) },
  {
    id: 'session-renewed',
    work: 'session check, cookie renewed',
    load: () => small({ session: { updateAge: 0 } }),
  },
  {
    id: 'session-legacy',
    work: 'session check, cookie shared with Auth.js (A256CBC-HS512)',
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
    work: 'first request with a session of Auth.js, which is taken over',
    load: async () => ({
      [FLOOR]: floor.get,
      [PEER]: await authjs.session(),
      [OWN]: await authwright.session({ cookie: legacyCookie, token: await legacyToken(), options: takeOver() }),
    }),
  },
  { id: 'session-8k-cached', work: 'session check, 8 KB in chunks', load: () => big({}) },
  { id: 'session-8k', work: 'session check, 8 KB in chunks, cookie cache off', load: () => big(uncached) },
  {
    id: 'session-none',
    work: 'session check without a cookie',
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
    work: 'session check, cookie changed by an attacker',
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
    work: 'session read in application code',
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
    work: 'session read in application code, cookie cache off',
    load: async () => ({ [FLOOR]: floor.read, [PEER]: await readPeer(), [OWN]: await readInCode(uncached.session) }),
  },
  {
    id: 'session-webcrypto',
    work: 'session check on WebCrypto, cookie cache off',
    load: async () => ({
      [FLOOR]: floor.get,
      [PEER]: await authjs.session(),
      [OWN]: await onWebCrypto.session({ options: uncached }),
      jose: await jose(),
    }),
  },
  {
    id: 'session-junk',
    work: 'session check with 1,000 other cookies (the floor: with one)',
    load: async () => ({
      [FLOOR]: await authwright.session({ change: withJunk(1) }),
      [PEER]: await authjs.session({ change: withJunk(1000) }),
      [OWN]: await authwright.session({ change: withJunk(1000) }),
    }),
  },
]
