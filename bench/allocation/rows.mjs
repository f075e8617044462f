// The operations of which `program.mjs` counts the bytes. Their libraries are installed in the repository, so `npm test` needs nothing
// that only `bench/` installs.
import {
  authjs,
  legacyCookie,
  legacyToken,
  providersOf as providersOfPeer,
  readInCode as readPeer,
} from '../libraries/authjs.mjs'
import { authwright, providersOf, readInCode, readOnNode, sharedCookie } from '../libraries/authwright.mjs'
import * as floor from '../libraries/floor.mjs'
import { mapAdapter } from '../libraries/map-adapter.mjs'
import { tamper } from '../fixtures.mjs'

const uncached = { session: { cookieCacheSize: 0 } }
const tampered = { change: tamper, isSignedIn: false }
const BIG = 8192

/**
 * @typedef {import('../measure.mjs').Entry} Entry
 *
 * @typedef {object} Row
 * @property {string} work
 * @property {Entry} floor
 * @property {() => Promise<Entry>} own
 * @property {() => Promise<Entry>} peer
 */

/** @param {string} path @param {number} count */
const ofProviders = (path, count) => ({
  floor: floor.get,
  own: async () => authwright.get(path, () => true, { providers: await providersOf(count) }),
  peer: async () => authjs.get(path, () => true, { providers: await providersOfPeer(count) }),
})

/** The rows by the id of the same case in `cases`. @type {Readonly<Record<string, Row>>} */
export const rows = {
  'session-cached': {
    work: 'session check',
    floor: floor.get,
    own: () => authwright.session(),
    peer: () => authjs.session(),
  },
  session: {
    work: 'session check, cookie cache off',
    floor: floor.get,
    own: () => authwright.session({ options: uncached }),
    peer: () => authjs.session(),
  },
  'session-renewed': {
    work: 'session check, cookie renewed',
    floor: floor.get,
    own: () => authwright.session({ options: { session: { updateAge: 0 } } }),
    peer: () => authjs.session(),
  },
  'session-legacy': {
    work: 'session check, cookie shared with Auth.js (A256CBC-HS512)',
    floor: floor.get,
    own: async () =>
      authwright.session({
        cookie: legacyCookie,
        token: await legacyToken(),
        options: { ...sharedCookie(legacyCookie), ...uncached },
      }),
    peer: () => authjs.session(),
  },
  'session-8k': {
    work: 'session check, 8 KB in chunks, cookie cache off',
    floor: floor.get,
    own: () => authwright.session({ bytes: BIG, options: uncached }),
    peer: () => authjs.session({ bytes: BIG }),
  },
  'session-none': {
    work: 'session check without a cookie',
    floor: floor.get,
    own: () => authwright.session({ change: () => '', isSignedIn: false }),
    peer: () => authjs.session({ change: () => '', isSignedIn: false }),
  },
  'session-tampered': {
    work: 'session check, cookie changed by an attacker',
    floor: floor.get,
    own: () => authwright.session(tampered),
    peer: () => authjs.session(tampered),
  },
  'read-cached': {
    work: 'session read in application code',
    floor: floor.read,
    own: () => readInCode({}),
    peer: () => readPeer(),
  },
  node: {
    work: 'session read in the handler of a Node server',
    floor: floor.read,
    own: () => readOnNode(),
    peer: () => readPeer(),
  },
  'config-function': {
    work: 'the same, with a config function',
    floor: floor.read,
    own: () => readOnNode(true),
    peer: () => readPeer(),
  },
  memory: {
    work: 'database session, in memory',
    floor: floor.get,
    own: () => authwright.databaseSession(mapAdapter()),
    peer: () => authjs.databaseSession(mapAdapter()),
  },
  csrf: {
    work: 'CSRF token',
    floor: floor.get,
    own: () => authwright.get('/auth/csrf', () => true),
    peer: () => authjs.get('/auth/csrf', () => true),
  },
  'providers-1': { work: 'list of 1 provider', ...ofProviders('/auth/providers', 1) },
  'page-1': { work: 'sign-in page, 1 provider', ...ofProviders('/auth/signin', 1) },
  'start-oauth': {
    work: 'start of a sign-in, OAuth 2.0',
    floor: floor.post,
    own: () => authwright.start('oauth'),
    peer: () => authjs.start('oauth'),
  },
  'start-oidc': {
    work: 'start of a sign-in, OpenID Connect',
    floor: floor.post,
    own: () => authwright.start('oidc'),
    peer: () => authjs.start('oidc'),
  },
  'callback-oauth': {
    work: 'callback, OAuth 2.0',
    floor: floor.callback(['/token', '/userinfo']),
    own: () => authwright.callback('oauth'),
    peer: () => authjs.callback('oauth'),
  },
  'callback-oidc': {
    work: 'callback, OpenID Connect',
    floor: floor.callback(['/token']),
    own: () => authwright.callback('oidc'),
    peer: () => authjs.callback('oidc'),
  },
  credentials: {
    work: 'sign-in with a password',
    floor: floor.post,
    own: () => authwright.signInWithCredentials(),
    peer: () => authjs.signInWithCredentials(),
  },
  'sign-out': {
    work: 'sign-out',
    floor: floor.post,
    own: () => authwright.signOut(),
    peer: () => authjs.signOut(),
  },
}
