// An identity provider in this process: its `fetch` answers at once, so that the library is measured and not the network.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { client, PERSON } from './fixtures.mjs'

export const ISSUER = 'https://idp.example.net'

const { privateKey, publicKey } = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }

/** @param {unknown} body */
const document = (body) => {
  const text = JSON.stringify(body)
  return () => new Response(text, { headers: { 'content-type': 'application/json' } })
}

const claims = { sub: PERSON.id, name: PERSON.name, email: PERSON.email, email_verified: true, picture: PERSON.image }

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

/** A provider for one library: each has an attempt of its own to answer. */
export const makeIdentityProvider = () => {
  let calls = 0
  /** @type {Record<string, () => Response>} */
  const answers = {
    '/.well-known/openid-configuration': document({
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
    '/jwks': document({ keys: [jwk] }),
    '/token': document(tokens),
    '/userinfo': document({ ...claims, id: PERSON.id }),
  }
  return {
    /** @type {typeof fetch} */
    fetch: async (input) => {
      calls += 1
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      return answers[pathname]?.() ?? new Response(null, { status: 404 })
    },
    /** Calls since the last time that this was asked. */
    calls: () => {
      const made = calls
      calls = 0
      return made
    },
    /** The answer to an OpenID Connect attempt from now on. @param {string | null} nonce */
    expect: async (nonce) => {
      answers['/token'] = document({ ...tokens, id_token: await idToken(nonce) })
    },
  }
}
