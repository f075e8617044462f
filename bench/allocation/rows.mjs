// The operations of which `program.mjs` counts the bytes. Their libraries are installed in the repository, so `npm test` needs nothing
// that only `bench/` installs.
import { DatabaseSync } from 'node:sqlite'
import Database from 'better-sqlite3'
import { FLOOR, OWN, PEER } from '../cases/case.mjs'
import { ownEntry, peerEntry } from '../cases/pages.mjs'
import { postgresSession } from '../cases/postgres.mjs'
import { migrated } from '../databases/sqlite.mjs'
import { tamper, withJunk } from '../fixtures.mjs'
import { authjs, legacyCookie, legacyToken, readInCode as readPeer } from '../libraries/authjs.mjs'
import { authwright, onWebCrypto, readInCode, readOnNode, sharedCookie } from '../libraries/authwright.mjs'
import * as floor from '../libraries/floor.mjs'
import { mapAdapter } from '../libraries/map-adapter.mjs'
import { ownPage, peerPage, plainPage } from '../libraries/sveltekit.mjs'

const uncached = { session: { cookieCacheSize: 0 } }
const tampered = { change: tamper, isSignedIn: false }
const BIG = 8192

/**
 * @typedef {import('../measure.mjs').Entry} Entry
 *
 * @typedef {(onClose: (close: () => Promise<void>) => void) => Entry | Promise<Entry>} Load `onClose` registers what ends a server
 *
 * @typedef {object} Row
 * @property {Load} floor
 * @property {Load} own
 * @property {Load} peer
 */

/** @param {'providers' | 'page'} kind @param {number} count @param {number} countOfPeer */
const ofProviders = (kind, count, countOfPeer) => ({
  floor: () => floor.get,
  own: () => ownEntry(kind, count),
  peer: () => peerEntry(kind, countOfPeer),
})

/** @param {string} name @returns {Load} */
const onPostgres = (name) => async (onClose) => /** @type {any} */ (await postgresSession(onClose))[name]

/** Only the benchmark installs the adapter of the peer. */
const peerSqlite = async () => (await import('../cases/databases.mjs')).peerSqlite()

/** The rows by their id in `works.mjs`. @type {Readonly<Partial<Record<keyof typeof import('../cases/works.mjs').works, Row>>>} */
export const rows = {
  'session-cached': {
    floor: () => floor.get,
    own: () => authwright.session(),
    peer: () => authjs.session(),
  },
  session: {
    floor: () => floor.get,
    own: () => authwright.session({ options: uncached }),
    peer: () => authjs.session(),
  },
  'session-renewed': {
    floor: () => floor.get,
    own: () => authwright.session({ options: { session: { updateAge: 0 } } }),
    peer: () => authjs.session(),
  },
  'session-legacy': {
    floor: () => floor.get,
    own: async () =>
      authwright.session({
        cookie: legacyCookie,
        token: await legacyToken(),
        options: { ...sharedCookie(legacyCookie), ...uncached },
      }),
    peer: () => authjs.session(),
  },
  'session-8k-cached': {
    floor: () => floor.get,
    own: () => authwright.session({ bytes: BIG }),
    peer: () => authjs.session({ bytes: BIG }),
  },
  'session-8k': {
    floor: () => floor.get,
    own: () => authwright.session({ bytes: BIG, options: uncached }),
    peer: () => authjs.session({ bytes: BIG }),
  },
  'session-none': {
    floor: () => floor.get,
    own: () => authwright.session({ change: () => '', isSignedIn: false }),
    peer: () => authjs.session({ change: () => '', isSignedIn: false }),
  },
  'session-tampered': {
    floor: () => floor.get,
    own: () => authwright.session(tampered),
    peer: () => authjs.session(tampered),
  },
  'read-cached': {
    floor: () => floor.read,
    own: () => readInCode({}),
    peer: () => readPeer(),
  },
  read: {
    floor: () => floor.read,
    own: () => readInCode(uncached.session),
    peer: () => readPeer(),
  },
  node: {
    floor: () => floor.read,
    own: () => readOnNode(),
    peer: () => readPeer(),
  },
  'config-function': {
    floor: () => floor.read,
    own: () => readOnNode(true),
    peer: () => readPeer(),
  },
  sveltekit: {
    floor: () => plainPage,
    own: () => ownPage(),
    peer: () => peerPage(),
  },
  'session-webcrypto': {
    floor: () => floor.get,
    own: () => onWebCrypto.session({ options: uncached }),
    peer: () => authjs.session(),
  },
  'session-junk': {
    floor: () => authwright.session({ change: withJunk(1) }),
    own: () => authwright.session({ change: withJunk(1000) }),
    peer: () => authjs.session({ change: withJunk(1000) }),
  },
  memory: {
    floor: () => floor.get,
    own: () => authwright.databaseSession(mapAdapter()),
    peer: () => authjs.databaseSession(mapAdapter()),
  },
  'node-sqlite': {
    floor: () => floor.get,
    own: async () => authwright.databaseSession(await migrated(new DatabaseSync(':memory:'))),
    peer: peerSqlite,
  },
  'better-sqlite3': {
    floor: () => floor.get,
    own: async () => authwright.databaseSession(await migrated(new Database(':memory:'))),
    peer: peerSqlite,
  },
  postgres: { floor: onPostgres(FLOOR), own: onPostgres(OWN), peer: onPostgres(PEER) },
  csrf: {
    floor: () => floor.get,
    own: () => authwright.get('/auth/csrf', () => true),
    peer: () => authjs.get('/auth/csrf', () => true),
  },
  'providers-1': ofProviders('providers', 1, 1),
  'providers-100': ofProviders('providers', 100, 1),
  'page-1': ofProviders('page', 1, 1),
  'page-100': ofProviders('page', 100, 1),
  'start-oauth': {
    floor: () => floor.post,
    own: () => authwright.start('oauth'),
    peer: () => authjs.start('oauth'),
  },
  'start-oidc': {
    floor: () => floor.post,
    own: () => authwright.start('oidc'),
    peer: () => authjs.start('oidc'),
  },
  'callback-oauth': {
    floor: () => floor.callback(['/token', '/userinfo']),
    own: () => authwright.callback('oauth'),
    peer: () => authjs.callback('oauth'),
  },
  'callback-oidc': {
    floor: () => floor.callback(['/token']),
    own: () => authwright.callback('oidc'),
    peer: () => authjs.callback('oidc'),
  },
  credentials: {
    floor: () => floor.post,
    own: () => authwright.signInWithCredentials(),
    peer: () => authjs.signInWithCredentials(),
  },
  'sign-out': {
    floor: () => floor.post,
    own: () => authwright.signOut(),
    peer: () => authjs.signOut(),
  },
}
