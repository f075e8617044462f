import { authError } from '../../errors/error-classes.ts'
import type { Runtime } from '../../runtime/types.ts'
import { endpointUrl } from './endpoints.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'

/**
 * As which client an attempt goes to which server, as one hash: the client id and the configured addresses that a code or a
 * token is sent to, or that say whose word counts. An attempt is finished only as what it began as, so where one provider id
 * is configured for each tenant, no tenant's code reaches what another one wrote down (RFC 9700 §4.4.2).
 *
 * Worked out of the configuration alone, so that it is compared before anybody is asked; what a discovery document says in
 * between may change, as its issuer is compared once it is there. Neither the secret, which is replaced, nor the page that
 * people are led to, which is sent nothing that anybody keeps, has a part in it.
 */
export const registrationOf = async (provider: ResolvedOAuthProvider, runtime: Runtime): Promise<string> => {
  const { client, issuer, discovery, token, userinfo, keysUrl } = provider
  const addresses = [discovery, endpointUrl(token, undefined), endpointUrl(userinfo, undefined), keysUrl]
  return runtime.crypto.sha256(JSON.stringify([client.id, issuer, ...addresses.map((url) => url?.href)]))
}

/** Throws `InvalidCheck` when an attempt that began as one client, or at one server, is about to end as or at another. */
export const checkRegistration = async (
  provider: ResolvedOAuthProvider,
  began: string,
  runtime: Runtime,
): Promise<void> => {
  if ((await registrationOf(provider, runtime)) === began) return
  throw authError('InvalidCheck', `The attempt at provider "${provider.id}" began with another configuration`, {
    provider: provider.id,
    reason: 'client',
  })
}
