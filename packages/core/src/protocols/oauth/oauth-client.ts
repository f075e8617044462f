import { nonEmpty } from '../../base/json.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { ClientPrivateKey, OAuthConfig } from '../../types/providers.ts'
import type { ClientAuthMethod, ResolvedClient } from './resolved-oauth-provider.ts'

/** What each method cannot do without. */
const NEEDS: Readonly<Record<ClientAuthMethod, 'clientSecret' | 'token.clientPrivateKey' | undefined>> = {
  client_secret_basic: 'clientSecret',
  client_secret_post: 'clientSecret',
  client_secret_jwt: 'clientSecret',
  private_key_jwt: 'token.clientPrivateKey',
  none: undefined,
}

const isMethod = (method: unknown): method is ClientAuthMethod =>
  typeof method === 'string' && Object.hasOwn(NEEDS, method)

const readMethod = (id: string, written: unknown): ClientAuthMethod | undefined => {
  if (written === undefined || isMethod(written)) return written
  throw new InvalidConfig(
    `Provider "${id}": client.token_endpoint_auth_method is none of ${Object.keys(NEEDS).join(', ')}`,
    { provider: id },
  )
}

const readPrivateKey = (written: OAuthConfig): ClientPrivateKey | undefined =>
  typeof written.token === 'object' ? written.token.clientPrivateKey : undefined

const readMaxAge = (written: OAuthConfig): number | undefined => {
  const { id, type, authorization, client } = written
  // Plain OAuth says nothing that this could be held against; what cannot be checked must not look as if it were.
  if (type !== 'oidc' && client?.default_max_age !== undefined) {
    const message = `client.default_max_age of provider "${id}" needs an OpenID Connect provider`
    throw new InvalidConfig(message, { provider: id, option: 'client.default_max_age' })
  }
  const asked =
    client?.default_max_age ?? (typeof authorization === 'object' ? authorization.params?.['max_age'] : undefined)
  const seconds = typeof asked === 'string' && asked !== '' ? Number(asked) : asked
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined
}

/** How we are registered. Throws `InvalidConfig` for what is missing, before anybody is sent anywhere. */
export const readClient = (written: OAuthConfig): ResolvedClient => {
  const { id: provider, client: metadata = {} } = written
  const id = nonEmpty(written.clientId)
  if (id === undefined)
    throw new InvalidConfig(`Provider "${provider}" has no clientId`, { provider, option: 'clientId' })
  const method = readMethod(provider, metadata.token_endpoint_auth_method)
  const secret = nonEmpty(written.clientSecret)
  const privateKey = readPrivateKey(written)
  const ownRequest = typeof written.token === 'object' && written.token.request !== undefined
  const missing = NEEDS[method ?? 'client_secret_basic']
  const has = { clientSecret: secret !== undefined, 'token.clientPrivateKey': privateKey !== undefined }
  if (!ownRequest && missing !== undefined && !has[missing]) {
    const way =
      method === undefined
        ? '; a client without one sets client.token_endpoint_auth_method to "none"'
        : ` for ${method}`
    throw new InvalidConfig(`Provider "${provider}" has no ${missing}${way}`, { provider, option: missing })
  }
  return Object.freeze({ id, secret, privateKey, method, metadata, maxAge: readMaxAge(written) })
}
