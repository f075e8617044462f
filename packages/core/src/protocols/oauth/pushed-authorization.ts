import { pushedAuthorizationRequest } from 'oauth4webapi'
import { nonEmpty } from '../../base/json.ts'
import type { Runtime } from '../../runtime/types.ts'
import { requireEndpoint } from './authorization-server.ts'
import { requestOptions, toRequestParties } from './client-auth.ts'
import { invalidResponse } from './oauth-errors.ts'
import { readExpiresIn, readJsonResponse } from './provider-http.ts'
import type { ResolvedOAuthProvider, ServerMetadata } from './resolved-oauth-provider.ts'

/**
 * Push the authorization request (RFC 9126). Returns the parameters for the browser: the client id and the
 * `request_uri`. If the push fails, the sign-in fails. It never falls back to parameters in the browser, because an
 * attacker could force that.
 */
export const pushAuthorization = async (
  provider: ResolvedOAuthProvider,
  server: ServerMetadata,
  parameters: URLSearchParams,
  runtime: Runtime,
): Promise<URLSearchParams> => {
  requireEndpoint(provider, 'pushed authorization request', server.pushedAuthorization)
  const response = await pushedAuthorizationRequest(
    ...(await toRequestParties(provider, server, runtime)),
    parameters,
    requestOptions(provider, 'pushed authorization', runtime),
  )
  const body = await readJsonResponse(provider.id, 'pushed authorization', response)
  const requestUri = nonEmpty(body['request_uri'])
  if (requestUri === undefined) throw invalidResponse(provider.id, 'pushed authorization', 'no request_uri')
  // RFC 9126 §2.2: `expires_in` is required and positive.
  if ((readExpiresIn(body['expires_in']) ?? 0) <= 0)
    throw invalidResponse(provider.id, 'pushed authorization', 'no expires_in')
  return new URLSearchParams({ client_id: provider.client.id, request_uri: requestUri })
}
