import { importJWK } from 'jose'
import * as oauth from 'oauth4webapi'
import { toBase64url } from '../../base/bytes.ts'
import { oncePer } from '../../base/async.ts'
import { defined } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/engine.ts'
import type { ClientAuthMethod, ClientPrivateKey } from '../../types/providers.ts'
import { PRODUCT } from '../../web/guarded-fetch.ts'
import { type EndpointName, guardedFetch } from './provider-http.ts'
import type { ServerMetadata } from './discovery.ts'
import type { ResolvedOAuthProvider } from './resolve-oauth-provider.ts'

/** Set the times and `jti` of a client assertion from `Runtime` (RFC 7523 §3: a short lifetime and a unique id). */
const assertionOptions = ({ now, random }: Runtime): oauth.ModifyAssertionOptions => ({
  [oauth.modifyAssertion]: (_header, payload) => {
    const iat = toSeconds(now())
    Object.assign(payload, { iat, nbf: iat, exp: iat + 60, jti: toBase64url(random(16)) })
  },
})

/** The algorithm of a JWK without `alg` (RFC 7518 §3.1). */
const algorithmOf = ({ alg, kty, crv }: JsonWebKey): string => {
  if (alg !== undefined) return alg
  if (kty === 'EC') return crv === 'P-384' ? 'ES384' : crv === 'P-521' ? 'ES512' : 'ES256'
  return kty === 'OKP' ? 'Ed25519' : 'RS256'
}

const isKeyWithId = (key: ClientPrivateKey): key is oauth.PrivateKey => 'key' in key && key.key instanceof CryptoKey

/** Each key is imported once. */
const toPrivateKey = oncePer<ClientPrivateKey, Promise<oauth.PrivateKey>>(async (written) => {
  if (written instanceof CryptoKey) return { key: written }
  if (isKeyWithId(written)) return written
  const { kid, ...jwk }: JsonWebKey & { readonly kid?: unknown } = written
  const key = await importJWK({ ...jwk, kty: jwk.kty ?? '' }, algorithmOf(jwk))
  if (!(key instanceof CryptoKey)) throw new TypeError('A symmetric key is not a private key')
  return { key, ...defined({ kid: typeof kid === 'string' ? kid : undefined }) }
})

const readPrivateKey = async (provider: string, key: ClientPrivateKey | undefined): Promise<oauth.PrivateKey> => {
  if (key === undefined) throw new InvalidConfig(`Provider "${provider}" has no token.clientPrivateKey`, { provider })
  try {
    return await toPrivateKey(key)
  } catch {
    throw new InvalidConfig(`token.clientPrivateKey of provider "${provider}" is not a private key`, { provider })
  }
}

/** The client authentication for requests to the provider. A request uses exactly one method (RFC 6749 §2.3). */
const clientAuthentication = (
  { id, client: { method, secret = '', privateKey } }: ResolvedOAuthProvider,
  { authMethods = [] }: ServerMetadata,
  runtime: Runtime,
): oauth.ClientAuth | Promise<oauth.ClientAuth> => {
  const methods: Readonly<Record<ClientAuthMethod, () => oauth.ClientAuth | Promise<oauth.ClientAuth>>> = {
    client_secret_basic: () => oauth.ClientSecretBasic(secret),
    client_secret_post: () => oauth.ClientSecretPost(secret),
    client_secret_jwt: () => oauth.ClientSecretJwt(secret, assertionOptions(runtime)),
    private_key_jwt: async () => oauth.PrivateKeyJwt(await readPrivateKey(id, privateKey), assertionOptions(runtime)),
    none: oauth.None,
  }
  // Without an option: basic (OpenID Connect Discovery §3), unless the server publishes post without basic.
  const postOnly = authMethods.includes('client_secret_post') && !authMethods.includes('client_secret_basic')
  return methods[method ?? (postOnly ? 'client_secret_post' : 'client_secret_basic')]()
}

/** The server, the client and its authentication, as the functions of oauth4webapi that send a request take them. */
export const toRequestParties = async (
  provider: ResolvedOAuthProvider,
  server: ServerMetadata,
  runtime: Runtime,
): Promise<[oauth.AuthorizationServer, oauth.Client, oauth.ClientAuth]> => [
  {
    // The audience of a client assertion: the issuer, or the token endpoint if it is not known (RFC 7523 §3 (3)).
    issuer: server.issuer ?? server.token?.href ?? provider.id,
    ...defined({
      token_endpoint: server.token?.href,
      pushed_authorization_request_endpoint: server.pushedAuthorization?.href,
    }),
  },
  { client_id: provider.client.id },
  await clientAuthentication(provider, server, runtime),
]

export const requestOptions = (provider: ResolvedOAuthProvider, endpoint: EndpointName, runtime: Runtime) => ({
  [oauth.customFetch]: guardedFetch(provider, endpoint, runtime),
  // The guarded fetch allows http for loopback addresses only.
  [oauth.allowInsecureRequests]: true,
  headers: { 'user-agent': PRODUCT },
})
