import { allowInsecureRequests, customFetch, pushedAuthorizationRequest } from 'oauth4webapi'
import { nonEmpty } from '../../base/json.ts'
import { PRODUCT } from '../../base/product.ts'
import type { Runtime } from '../../runtime/types.ts'
import { clientAuthentication, toAuthorizationServer, toClient } from './client-auth.ts'
import { refusal } from './oauth-errors.ts'
import { guardedFetch } from './oauth-fetch.ts'
import { readJsonAnswer } from './json-response.ts'
import { readLifetime } from './cache-lifetime.ts'
import type { ResolvedOAuthProvider, Server } from './resolved-oauth-provider.ts'
import { needAddress } from './authorization-server.ts'

/**
 * Hand the parameters over by the back channel (RFC 9126), so that nobody on the way can read or change them. What is
 * left for the browser to carry is a reference, made anew for each attempt. When it fails nobody is sent on with the
 * parameters in the open: whoever can make it fail must not gain by that.
 */
export const pushAuthorization = async (
  provider: ResolvedOAuthProvider,
  server: Server,
  parameters: URLSearchParams,
  runtime: Runtime,
): Promise<URLSearchParams> => {
  needAddress(provider, 'pushed authorization request', server.pushed)
  const response = await pushedAuthorizationRequest(
    toAuthorizationServer(provider, server),
    toClient(provider),
    await clientAuthentication(provider, server, runtime),
    parameters,
    // The guard itself lets http pass to this machine only.
    {
      [customFetch]: guardedFetch(provider, 'pushed authorization', runtime),
      [allowInsecureRequests]: true,
      headers: { 'user-agent': PRODUCT },
    },
  )
  const { request_uri: reference, expires_in: lasts } = await readJsonAnswer(
    provider.id,
    'pushed authorization',
    response,
  )
  const uri = nonEmpty(reference)
  if (uri === undefined) throw refusal(provider.id, 'pushed authorization', 'no request_uri')
  // RFC 9126 §2.2: a positive number. Who leaves it out has answered something else than what was asked.
  if ((readLifetime(lasts) ?? 0) <= 0) throw refusal(provider.id, 'pushed authorization', 'no expires_in')
  return new URLSearchParams({ client_id: provider.client.id, request_uri: uri })
}
