import { nonEmpty } from '../../base/json.ts'
import { authError, InvalidConfig } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/engine.ts'
import type { ClientAuthMethod, OAuthConfig } from '../../types/providers.ts'
import { invalidProviderOption } from './provider-http.ts'
import { endpointUrl } from './endpoints.ts'
import type { ResolvedClient, ResolvedOAuthProvider } from './resolved-oauth-provider.ts'

/** The option that each client authentication method needs. */
const REQUIRED_OPTION: Readonly<Record<ClientAuthMethod, 'clientSecret' | 'token.clientPrivateKey' | undefined>> = {
  client_secret_basic: 'clientSecret',
  client_secret_post: 'clientSecret',
  client_secret_jwt: 'clientSecret',
  private_key_jwt: 'token.clientPrivateKey',
  none: undefined,
}

const isMethod = (method: unknown): method is ClientAuthMethod =>
  typeof method === 'string' && Object.hasOwn(REQUIRED_OPTION, method)

const readMethod = (id: string, method: unknown): ClientAuthMethod | undefined => {
  if (method === undefined || isMethod(method)) return method
  const methods = Object.keys(REQUIRED_OPTION).join(', ')
  throw invalidProviderOption({ id }, 'client.token_endpoint_auth_method', `must be one of ${methods}`)
}

const readMaxAge = (merged: OAuthConfig): number | undefined => {
  const { type, authorization, client } = merged
  // Plain OAuth has no `auth_time` to check. Accepting the option there would suggest a check that never happens.
  if (type !== 'oidc' && client?.default_max_age !== undefined) {
    throw invalidProviderOption(merged, 'client.default_max_age', 'needs an OpenID Connect provider')
  }
  const value =
    client?.default_max_age ?? (typeof authorization === 'object' ? authorization.params?.['max_age'] : undefined)
  const seconds = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined
}

/** Read how this client is registered at the provider. Throws `InvalidConfig` if a required option is missing. */
export const resolveClient = (merged: OAuthConfig): ResolvedClient => {
  const { id: provider, client: metadata = {}, token } = merged
  const id = nonEmpty(merged.clientId)
  if (id === undefined)
    throw new InvalidConfig(`Provider "${provider}" has no clientId`, { provider, option: 'clientId' })
  const method = readMethod(provider, metadata.token_endpoint_auth_method)
  const secret = nonEmpty(merged.clientSecret)
  const privateKey = typeof token === 'object' ? token.clientPrivateKey : undefined
  const hasHook = typeof token === 'object' && token.request !== undefined
  const required = REQUIRED_OPTION[method ?? 'client_secret_basic']
  const isSet = { clientSecret: secret !== undefined, 'token.clientPrivateKey': privateKey !== undefined }
  if (!hasHook && required !== undefined && !isSet[required]) {
    const hint =
      method === undefined
        ? '; for a client without a secret set client.token_endpoint_auth_method to "none"'
        : ` for ${method}`
    throw new InvalidConfig(`Provider "${provider}" has no ${required}${hint}`, { provider, option: required })
  }
  return Object.freeze({ id, secret, privateKey, method, metadata, maxAge: readMaxAge(merged) })
}

/**
 * A hash of the client id and of the configured addresses that receive codes and tokens or decide which tokens are
 * valid. An attempt can only be finished with the configuration that it began with. If a config uses one provider id
 * for several tenants, this keeps the code of one tenant away from the endpoints of another (RFC 9700 §4.4.2).
 *
 * Only configured values count, so the check needs no request; the published issuer is compared later. The client
 * secret may change during an attempt. The authorization endpoint receives neither code nor token.
 */
export const hashRegistration = async (provider: ResolvedOAuthProvider, runtime: Runtime): Promise<string> => {
  const { client, issuer, discovery, token, userinfo, jwksUri } = provider
  const addresses = [discovery, endpointUrl(token, undefined), endpointUrl(userinfo, undefined), jwksUri]
  return runtime.crypto.sha256(JSON.stringify([client.id, issuer, ...addresses.map((url) => url?.href)]))
}

/** Throws `InvalidCheck` if an attempt began with another client or server. */
export const checkRegistration = async (
  provider: ResolvedOAuthProvider,
  startedWith: string,
  runtime: Runtime,
): Promise<void> => {
  if ((await hashRegistration(provider, runtime)) === startedWith) return
  throw authError('InvalidCheck', `The attempt at provider "${provider.id}" began with another configuration`, {
    provider: provider.id,
    reason: 'client',
  })
}
