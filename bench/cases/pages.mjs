// What depends on the providers: the CSRF token, the list of providers, and the sign-in page.
import { authjs, providersOf as providersOfPeer } from '../libraries/authjs.mjs'
import { authwright, providersOf } from '../libraries/authwright.mjs'
import * as floor from '../libraries/floor.mjs'
import { FLOOR, OWN, PEER } from './case.mjs'

const PATHS = { providers: '/auth/providers', page: '/auth/signin' }

/** @param {number} count */
const isRight = (count) => ({
  providers: (/** @type {string} */ body) => Object.keys(JSON.parse(body)).length === count,
  page: (/** @type {string} */ body) => body.split('/auth/signin/').length > count,
})

/** @param {'providers' | 'page'} kind @param {number} count */
export const ownEntry = async (kind, count) =>
  authwright.get(PATHS[kind], isRight(count)[kind], { providers: await providersOf(count) })

/** @param {'providers' | 'page'} kind @param {number} count */
export const peerEntry = async (kind, count) =>
  authjs.get(PATHS[kind], isRight(count)[kind], { providers: await providersOfPeer(count) })

/** @param {'providers' | 'page'} kind */
const one = (kind) => async () => ({
  [FLOOR]: floor.get,
  [PEER]: await peerEntry(kind, 1),
  [OWN]: await ownEntry(kind, 1),
})

/** @param {'providers' | 'page'} kind */
const hundred = (kind) => async () => ({
  [FLOOR]: floor.get,
  [PEER]: await peerEntry(kind, 1),
  [OWN]: await ownEntry(kind, 100),
  '@auth/core, 100 providers': await peerEntry(kind, 100),
})

/** @type {readonly import('./case.mjs').Case[]} */
export const pageCases = [
  {
    id: 'csrf',
    load: async () => {
      const hasToken = (/** @type {string} */ body) => JSON.parse(body).csrfToken.length > 20
      return {
        [FLOOR]: floor.get,
        [PEER]: await authjs.get('/auth/csrf', hasToken),
        [OWN]: await authwright.get('/auth/csrf', hasToken),
      }
    },
  },
  { id: 'providers-1', load: one('providers') },
  {
    id: 'providers-100',
    load: hundred('providers'),
  },
  { id: 'page-1', load: one('page') },
  { id: 'page-100', load: hundred('page') },
]
