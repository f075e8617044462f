import { importJWK } from 'jose'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretJwt,
  ClientSecretPost,
  customFetch,
  modifyAssertion,
  None,
  PrivateKeyJwt,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  type ModifyAssertionOptions,
  type PrivateKey,
} from 'oauth4webapi'
import { toBase64url } from '../../base/bytes.ts'
import { oncePer } from '../../base/async.ts'
import { defined } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/engine.ts'
import type { ClientAuthMethod, ClientPrivateKey } from '../../types/providers.ts'
import { PRODUCT } from '../../web/guarded-fetch.ts'
import { type EndpointName, guardedFetch } from './provider-http.ts'
import type { ResolvedClient, ResolvedOAuthProvider, ServerMetadata } from './resolved-oauth-provider.ts'

/** Seconds for which a client assertion is valid. */
const ASSERTION_LIFETIME = 60

/** Set the times and `jti` of a client assertion from `Runtime` (RFC 7523 §3: a short lifetime and a unique id). */
const assertionOptions = ({ now, random }: Runtime): ModifyAssertionOptions => ({
  [modifyAssertion]: (_header, payload) => {
    const iat = toSeconds(now())
    Object.assign(payload, { iat, nbf: iat, exp: iat + ASSERTION_LIFETIME, jti: toBase64url(random(16)) })
  },
})

/** The algorithm of a JWK without `alg` (RFC 7518 §3.1). */
const algorithmOf = ({ alg, kty, crv }: JsonWebKey): string => {
  if (alg !== undefined) return alg
  if (kty === 'EC') return crv === 'P-384' ? 'ES384' : crv === 'P-521' ? 'ES512' : 'ES256'
  return kty === 'OKP' ? 'Ed25519' : 'RS256'
}

const importKey = async ({ kid, ...jwk }: JsonWebKey & { readonly kid?: unknown }): Promise<PrivateKey> => {
  const key = await importJWK({ ...jwk, kty: jwk.kty ?? '' }, algorithmOf(jwk))
  if (!(key instanceof CryptoKey)) throw new TypeError('A symmetric key is not a private key')
  return { key, ...defined({ kid: typeof kid === 'string' ? kid : undefined }) }
}

const isKeyWithId = (key: ClientPrivateKey): key is PrivateKey => 'key' in key && key.key instanceof CryptoKey

/** Each key is imported once. */
const toPrivateKey = oncePer<ClientPrivateKey, Promise<PrivateKey>>(async (key) => {
  if (key instanceof CryptoKey) return { key }
  return isKeyWithId(key) ? key : importKey(key)
})

const readPrivateKey = async (provider: string, key: ClientPrivateKey | undefined): Promise<PrivateKey> => {
  if (key === undefined) throw new InvalidConfig(`Provider "${provider}" has no token.clientPrivateKey`, { provider })
  try {
    return await toPrivateKey(key)
  } catch {
    throw new InvalidConfig(`token.clientPrivateKey of provider "${provider}" is not a private key`, { provider })
  }
}

/** Without an option: basic (OpenID Connect Discovery §3), unless the server publishes post without basic. */
const chooseMethod = ({ method }: ResolvedClient, { authMethods }: ServerMetadata): ClientAuthMethod => {
  if (method !== undefined) return method
  const postOnly = authMethods?.includes('client_secret_post') === true && !authMethods.includes('client_secret_basic')
  return postOnly ? 'client_secret_post' : 'client_secret_basic'
}

/** The client authentication for requests to the provider. A request uses exactly one method (RFC 6749 §2.3). */
const clientAuthentication = (
  { id, client }: ResolvedOAuthProvider,
  server: ServerMetadata,
  runtime: Runtime,
): ClientAuth | Promise<ClientAuth> => {
  const { secret = '', privateKey } = client
  const methods: Readonly<Record<ClientAuthMethod, () => ClientAuth | Promise<ClientAuth>>> = {
    client_secret_basic: () => ClientSecretBasic(secret),
    client_secret_post: () => ClientSecretPost(secret),
    client_secret_jwt: () => ClientSecretJwt(secret, assertionOptions(runtime)),
    private_key_jwt: async () => PrivateKeyJwt(await readPrivateKey(id, privateKey), assertionOptions(runtime)),
    none: None,
  }
  return methods[chooseMethod(client, server)]()
}

/** The server, the client and its authentication, as the functions of oauth4webapi that send a request take them. */
export const toRequestParties = async (
  provider: ResolvedOAuthProvider,
  server: ServerMetadata,
  runtime: Runtime,
): Promise<[AuthorizationServer, Client, ClientAuth]> => [
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
  [customFetch]: guardedFetch(provider, endpoint, runtime),
  // The guarded fetch allows http for loopback addresses only.
  [allowInsecureRequests]: true,
  headers: { 'user-agent': PRODUCT },
})
