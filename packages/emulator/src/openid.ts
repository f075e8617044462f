import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { credentialsOf } from './credentials.ts'
import type { Grant } from './grants.ts'
import type { Json, OpenIdMock, ProviderMock } from './provider-mock.ts'

/** The keys that sign ID tokens. All providers share them. */
export interface Keys {
  readonly published: { readonly keys: readonly Json[] }
  readonly sign: (algorithm: 'RS256' | 'ES256' | 'HS256', secret: string, claims: Json) => Promise<string>
}

export const makeKeys = async (): Promise<Keys> => {
  const [rsa, ec] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('ES256')])
  const publicKeys = await Promise.all([exportJWK(rsa.publicKey), exportJWK(ec.publicKey)])
  const own = { RS256: rsa.privateKey, ES256: ec.privateKey }
  return {
    published: {
      keys: publicKeys.map((key, i) => ({
        ...key,
        use: 'sig',
        ...[
          { alg: 'RS256', kid: 'rsa' },
          { alg: 'ES256', kid: 'ec' },
        ][i],
      })),
    },
    sign: (algorithm, secret, claims) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({
          alg: algorithm,
          typ: 'JWT',
          ...(algorithm === 'HS256' ? {} : { kid: algorithm === 'RS256' ? 'rsa' : 'ec' }),
        })
        .sign(algorithm === 'HS256' ? Buffer.from(secret) : own[algorithm]),
  }
}

/** The ID token of a grant (OpenID Connect Core §2). */
export const signIdToken = async (keys: Keys, openid: OpenIdMock, grant: Grant): Promise<string> => {
  const { clientId, clientSecret } = credentialsOf(grant.mock.id)
  const now = Math.floor(Date.now() / 1000)
  const nonce = grant.nonce === undefined || openid.nonce === false ? {} : { nonce: grant.nonce }
  const claims = {
    iss: openid.issuer,
    aud: clientId,
    iat: now,
    exp: now + 3600,
    ...nonce,
    ...openid.claims(grant.person, grant.query),
  }
  return keys.sign(openid.algorithm ?? 'RS256', clientSecret, claims)
}

/** A signed userinfo response (OpenID Connect Core §5.3.2). */
export const signResponse = (keys: Keys, { mock }: Grant, response: unknown): Promise<string> => {
  const { clientId, clientSecret } = credentialsOf(mock.id)
  const named = { iss: mock.openid?.issuer, aud: clientId }
  return keys.sign('RS256', clientSecret, { ...named, ...(response as Json) })
}

/** The `jwks_uri` of an issuer. */
export const jwksUrl = ({ issuer }: OpenIdMock): string => `${issuer.replace(/\/$/, '')}/emulated/jwks`

export const discoveryUrl = ({ issuer, discovery }: OpenIdMock): string =>
  discovery ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** The first resource of an OpenID Provider is its userinfo endpoint. */
const userinfoOf = ({ resources }: ProviderMock): Json =>
  resources?.[0] === undefined ? {} : { userinfo_endpoint: resources[0].url }

/** The discovery document (OpenID Connect Discovery §3). */
export const discoveryDocument = (mock: ProviderMock, openid: OpenIdMock): Json => {
  const methods = { basic: 'client_secret_basic', post: 'client_secret_post', none: 'none', secret: undefined }
  return {
    issuer: openid.published ?? openid.issuer,
    authorization_endpoint: mock.authorization.url,
    token_endpoint: mock.token.url,
    ...userinfoOf(mock),
    jwks_uri: jwksUrl(openid),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [openid.algorithm ?? 'RS256'],
    token_endpoint_auth_methods_supported: mock.token.auth.map((method) => methods[method]),
    ...openid.metadata,
  }
}
