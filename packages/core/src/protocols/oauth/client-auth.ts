import { importJWK } from 'jose'
import {
  ClientSecretBasic,
  ClientSecretJwt,
  ClientSecretPost,
  modifyAssertion,
  None,
  PrivateKeyJwt,
} from 'oauth4webapi'
import type { AuthorizationServer, Client, ClientAuth, ModifyAssertionOptions, PrivateKey } from 'oauth4webapi'
import { toBase64url } from '../../base/bytes.ts'
import { oncePer } from '../../base/once.ts'
import { defined } from '../../base/record.ts'
import { toSeconds } from '../../base/time.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/types.ts'
import type { ClientPrivateKey } from '../../types/providers.ts'
import type { ClientAuthMethod, ResolvedClient, ResolvedOAuthProvider, Server } from './resolved-oauth-provider.ts'

/** Seconds that an assertion is good for. */
const ASSERTION_LIFETIME = 60

/** The world's clock and chance instead of the library's (RFC 7523 §3: a short life, and an id used once). */
const inOurTime = ({ now, random }: Runtime): ModifyAssertionOptions => ({
  [modifyAssertion]: (_header, payload) => {
    const iat = toSeconds(now())
    Object.assign(payload, { iat, nbf: iat, exp: iat + ASSERTION_LIFETIME, jti: toBase64url(random(16)) })
  },
})

/** The algorithm a key is for, when the JWK does not say (RFC 7518 §3.1). */
const algorithmOf = ({ alg, kty, crv }: JsonWebKey): string => {
  if (alg !== undefined) return alg
  if (kty === 'EC') return crv === 'P-384' ? 'ES384' : crv === 'P-521' ? 'ES512' : 'ES256'
  return kty === 'OKP' ? 'Ed25519' : 'RS256'
}

const importKey = async ({ kid, ...jwk }: JsonWebKey & { readonly kid?: unknown }): Promise<PrivateKey> => {
  const key = await importJWK({ ...jwk, kty: jwk.kty ?? '' }, algorithmOf(jwk))
  if (!(key instanceof CryptoKey)) throw new TypeError('A symmetric key is no private key')
  return { key, ...defined({ kid: typeof kid === 'string' ? kid : undefined }) }
}

const isKeyWithId = (key: ClientPrivateKey): key is PrivateKey => 'key' in key && key.key instanceof CryptoKey

/** Imported once for each key. */
const privateKey = oncePer<ClientPrivateKey, Promise<PrivateKey>>(async (written) => {
  if (written instanceof CryptoKey) return { key: written }
  return isKeyWithId(written) ? written : importKey(written)
})

const readPrivateKey = async (provider: string, written: ClientPrivateKey): Promise<PrivateKey> => {
  try {
    return await privateKey(written)
  } catch {
    throw new InvalidConfig(`token.clientPrivateKey of provider "${provider}" is no private key`, { provider })
  }
}

/** Basic is every server's default (OpenID Connect Discovery §3), unless the server says that it takes post only. */
const chooseMethod = ({ method }: ResolvedClient, { authMethods }: Server): ClientAuthMethod => {
  if (method !== undefined) return method
  const postOnly = authMethods?.includes('client_secret_post') === true && !authMethods.includes('client_secret_basic')
  return postOnly ? 'client_secret_post' : 'client_secret_basic'
}

/** How this client proves itself at the token endpoint. Exactly one way is used (RFC 6749 §2.3). */
export const clientAuthentication = async (
  provider: ResolvedOAuthProvider,
  server: Server,
  runtime: Runtime,
): Promise<ClientAuth> => {
  const { secret = '', privateKey: key } = provider.client
  const ways: Readonly<Record<ClientAuthMethod, () => ClientAuth | Promise<ClientAuth>>> = {
    client_secret_basic: () => ClientSecretBasic(secret),
    client_secret_post: () => ClientSecretPost(secret),
    client_secret_jwt: () => ClientSecretJwt(secret, inOurTime(runtime)),
    private_key_jwt: async () => {
      if (key === undefined) throw new InvalidConfig(`Provider "${provider.id}" has no token.clientPrivateKey`)
      return PrivateKeyJwt(await readPrivateKey(provider.id, key), inOurTime(runtime))
    },
    none: None,
  }
  return ways[chooseMethod(provider.client, server)]()
}

/** The server as the protocol library knows it. */
export const toAuthorizationServer = (provider: ResolvedOAuthProvider, server: Server): AuthorizationServer => ({
  // An assertion is made out to the issuer; where none is known, to the endpoint that reads it (RFC 7523 §3 (3)).
  issuer: server.issuer ?? server.token?.href ?? provider.id,
  ...defined({
    token_endpoint: server.token?.href,
    pushed_authorization_request_endpoint: server.pushed?.href,
  }),
})

/** This application as the protocol library knows it. */
export const toClient = ({ client }: ResolvedOAuthProvider): Client => ({ client_id: client.id })
