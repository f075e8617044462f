// The config of Authwright and Auth.js in the servers, and the cookies of a user who is signed in.
import { encode as encodePeer } from '@auth/core/jwt'
import PeerCredentials from '@auth/core/providers/credentials'
import PeerGitHub from '@auth/core/providers/github'
import { encode } from '@authwright/core/jwt'
import Credentials from '@authwright/core/providers/credentials'
import GitHub from '@authwright/core/providers/github'
import { CLAIMS, client, SECRET, silentLogger, USER } from '../fixtures.mjs'
import { hooks } from '../libraries/auth-interface.mjs'

const credentials = { credentials: {}, authorize: () => USER }
const common = { secret: SECRET, trustHost: true, basePath: '/auth', logger: silentLogger, ...hooks }

export const ownConfig = { ...common, providers: [GitHub(client), Credentials(credentials)] }
export const peerConfig = { ...common, providers: [PeerGitHub(client), PeerCredentials(credentials)] }

/** The session cookies of each library on an http site. */
export const sessionCookies = async () => {
  const [own, peer] = ['authwright.session-token', 'authjs.session-token']
  // The servers load this module too, and not better-auth.
  const { cookieOfUser } = await import('../libraries/better-auth.mjs')
  return {
    authwright: `${own}=${await encode({ token: CLAIMS, secret: SECRET, salt: own })}`,
    authjs: `${peer}=${await encodePeer({ token: CLAIMS, secret: SECRET, salt: peer })}`,
    'better-auth': await cookieOfUser(),
  }
}
