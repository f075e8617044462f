// An identity provider in this process. Its `fetch` responds immediately, so that the network is not measured.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { client, ISSUER, USER } from './fixtures.mjs'

const { privateKey, publicKey } = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }

/** @param {unknown} body */
const respondWith = (body) => {
  const text = JSON.stringify(body)
  return () => new Response(text, { headers: { 'content-type': 'application/json' } })
}

const claims = { sub: USER.id, name: USER.name, email: USER.email, email_verified: true, picture: USER.image }

/** @param {string | null} nonce */
const idToken = (nonce) =>
  new SignJWT({ ...claims, ...(nonce === null ? {} : { nonce }) })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(ISSUER)
    .setAudience(client.clientId)
    .setIssuedAt()
    .setExpirationTime('1d')
    .sign(privateKey)

const tokens = { access_token: 'access-token', token_type: 'Bearer', expires_in: 3600 }

/** A provider for one library. Each library has its own sign-in attempt. */
export const makeIdentityProvider = () => {
  /** @type {Record<string, () => Response>} */
  const responses = {
    '/.well-known/openid-configuration': respondWith({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      userinfo_endpoint: `${ISSUER}/userinfo`,
      jwks_uri: `${ISSUER}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    }),
    '/jwks': respondWith({ keys: [jwk] }),
    '/token': respondWith(tokens),
    '/userinfo': respondWith({ ...claims, id: USER.id }),
  }
  return {
    /** @type {typeof fetch} */
    fetch: async (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      return responses[pathname]?.() ?? new Response(null, { status: 404 })
    },
    /** Sets the nonce of the ID tokens. @param {string | null} nonce */
    setNonce: async (nonce) => {
      responses['/token'] = respondWith({ ...tokens, id_token: await idToken(nonce) })
    },
  }
}

/** The provider of the libraries that call the global `fetch`. Its ID tokens have no nonce. */
export const sharedProvider = makeIdentityProvider()
