import * as oauth from 'oauth4webapi'
import { toBase64url } from '../../base/bytes.ts'
import { oncePer, type Awaitable } from '../../base/async.ts'
import { defined, nonEmpty } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import type { Runtime } from '../../runtime/engine.ts'
import type { ClientAuthMethod } from '../../types/providers.ts'
import type { ProviderContext } from './authorization-response.ts'
import { callProvider, type EndpointName, invalidProviderOption } from './provider-http.ts'

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

const importPrivateKey = oncePer(async ({ kid, ...jwk }: JsonWebKey & { readonly kid?: unknown }) => {
  const { importJWK } = await import('jose/key/import')
  const key = await importJWK({ ...jwk, kty: jwk.kty ?? '' }, algorithmOf(jwk))
  // oauth4webapi refuses any other key than a private one.
  return { key: key as CryptoKey, ...defined({ kid: nonEmpty(kid) }) }
})

const privateKeyJwt = async ({ provider, runtime }: ProviderContext): Promise<oauth.ClientAuth> => {
  const { privateKey = {} } = provider.client
  try {
    const isImported = privateKey instanceof CryptoKey || 'key' in privateKey
    const key = isImported ? privateKey : await importPrivateKey(privateKey)
    return oauth.PrivateKeyJwt(key, assertionOptions(runtime))
  } catch {
    throw invalidProviderOption(provider, 'token.clientPrivateKey', 'is not a private key')
  }
}

/** The client authentication for requests to the provider. A request uses exactly one method (RFC 6749 §2.3). */
const clientAuthentication = async (context: ProviderContext): Promise<oauth.ClientAuth> => {
  const { provider, server, runtime } = context
  const { method, secret = '' } = provider.client
  const methods: Readonly<Record<ClientAuthMethod, () => Awaitable<oauth.ClientAuth>>> = {
    client_secret_basic: () => oauth.ClientSecretBasic(secret),
    client_secret_post: () => oauth.ClientSecretPost(secret),
    client_secret_jwt: () => oauth.ClientSecretJwt(secret, assertionOptions(runtime)),
    private_key_jwt: () => privateKeyJwt(context),
    none: oauth.None,
  }
  const { authMethods = [] } = server
  // Without an option: basic (OpenID Connect Discovery §3), unless the server publishes post without basic.
  const postOnly = authMethods.includes('client_secret_post') && !authMethods.includes('client_secret_basic')
  return methods[method ?? (postOnly ? 'client_secret_post' : 'client_secret_basic')]()
}

export const sendForm = async (context: ProviderContext, endpoint: EndpointName, url: URL, form: URLSearchParams) => {
  const { provider, server, runtime } = context
  const body = new URLSearchParams(form)
  const headers = new Headers({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  })
  const authenticate = await clientAuthentication(context)
  // The audience of a client assertion: the issuer, or the token endpoint if it is not known (RFC 7523 §3 (3)).
  const issuer = server.issuer ?? server.token?.href ?? provider.id
  await authenticate({ issuer }, { client_id: provider.client.id }, body, headers)
  return callProvider(provider, endpoint, runtime, url.href, { method: 'POST', headers, body })
}
