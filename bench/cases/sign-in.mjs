// Signing in and out. The provider responds at once in this process, so the network is not measured.
import * as betterAuth from '../libraries/better-auth.mjs'
import { authjs } from '../libraries/authjs.mjs'
import { authwright } from '../libraries/authwright.mjs'
import * as floor from '../libraries/floor.mjs'
import { makeArctic, openidClient } from '../libraries/oauth-clients.mjs'
import { FLOOR, OWN, PEER } from './case.mjs'

/** @type {readonly import('./case.mjs').Case[]} */
export const signInCases = [
  {
    id: 'start-oauth',
    load: async () => ({
      [FLOOR]: floor.post,
      [PEER]: await authjs.start('oauth'),
      [OWN]: await authwright.start('oauth'),
      'better-auth': (await betterAuth.signIn()).start,
      'openid-client': (await openidClient('oauth')).start,
      arctic: (await makeArctic()).start,
    }),
  },
  {
    id: 'start-oidc',
    load: async () => ({
      [FLOOR]: floor.post,
      [PEER]: await authjs.start('oidc'),
      [OWN]: await authwright.start('oidc'),
      'openid-client': (await openidClient('oidc')).start,
    }),
  },
  {
    id: 'callback-oauth',
    load: async () => ({
      [FLOOR]: floor.callback(['/token', '/userinfo']),
      [PEER]: await authjs.callback('oauth'),
      [OWN]: await authwright.callback('oauth'),
      'better-auth': (await betterAuth.signIn()).callback,
      'openid-client': (await openidClient('oauth')).callback,
      arctic: (await makeArctic()).callback,
    }),
  },
  {
    id: 'callback-oidc',
    load: async () => ({
      [FLOOR]: floor.callback(['/token']),
      [PEER]: await authjs.callback('oidc'),
      [OWN]: await authwright.callback('oidc'),
      'openid-client': (await openidClient('oidc', { verifies: true })).callback,
      'openid-client, signature not verified': (await openidClient('oidc')).callback,
    }),
  },
  {
    id: 'credentials',
    load: async () => ({
      [FLOOR]: floor.post,
      [PEER]: await authjs.signInWithCredentials(),
      [OWN]: await authwright.signInWithCredentials(),
      'better-auth': await betterAuth.credentials(),
    }),
  },
  {
    id: 'sign-out',
    load: async () => ({
      [FLOOR]: floor.post,
      [PEER]: await authjs.signOut(),
      [OWN]: await authwright.signOut(),
    }),
  },
]
