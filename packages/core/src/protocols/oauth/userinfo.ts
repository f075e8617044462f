import { isObject } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Runtime } from '../../runtime/types.ts'
import type { TokenSet } from '../../types/user.ts'
import { refusal } from './oauth-errors.ts'
import { guardedFetch } from './oauth-fetch.ts'
import { mediaType, readJsonAnswer } from './json-response.ts'
import { needAddress } from './authorization-server.ts'
import { allowedAlgorithms, verifySigned } from './jwt-signature.ts'
import type { Grant } from './token-endpoint.ts'

const ownRequest = async ({ provider }: Grant, tokens: TokenSet, runtime: Runtime): Promise<JsonObject> => {
  const fetch = guardedFetch(provider, 'userinfo', runtime)
  const profile: unknown = await provider.userinfo.request?.({ tokens, provider: provider.shown, fetch })
  if (isObject(profile)) return profile
  throw refusal(provider.id, 'userinfo', 'userinfo.request returned no profile')
}

/** A signed answer names its issuer and us, where it names anybody (OpenID Connect Core §5.3.2). */
const readSigned = async (
  grant: Grant,
  algorithm: string,
  response: Response,
  runtime: Runtime,
): Promise<JsonObject> => {
  const { provider, server } = grant
  if (mediaType(response) !== 'application/jwt')
    throw refusal(provider.id, 'userinfo', 'not signed', { status: response.status })
  const algorithms = allowedAlgorithms(algorithm, undefined)
  const { claims } = await verifySigned({ provider, server, runtime }, 'userinfo', await response.text(), {
    algorithms,
  })
  const { iss, aud } = claims
  const audiences: readonly unknown[] = aud === undefined || Array.isArray(aud) ? (aud ?? [provider.client.id]) : [aud]
  if (iss !== undefined && iss !== server.issuer) throw refusal(provider.id, 'userinfo', 'unfit', { claim: 'iss' })
  if (!audiences.includes(provider.client.id)) throw refusal(provider.id, 'userinfo', 'unfit', { claim: 'aud' })
  return claims
}

const standardRequest = async (grant: Grant, tokens: TokenSet, runtime: Runtime): Promise<JsonObject> => {
  const { provider, server } = grant
  const url = needAddress(provider, 'userinfo', server.userinfo)
  const { userinfo_signed_response_alg: signed } = provider.client.metadata
  // RFC 6750 §2.1: in the header, where no log and no history keeps it.
  const headers = {
    accept: signed === undefined ? 'application/json' : 'application/jwt',
    ...provider.userinfo.headers,
    authorization: `Bearer ${tokens.access_token ?? ''}`,
  }
  const { method = 'GET' } = provider.userinfo
  const response = await guardedFetch(provider, 'userinfo', runtime)(url.href, { method, headers })
  const conformed = (await provider.userinfo.conform?.(response.clone())) ?? response
  return signed !== undefined && conformed.ok
    ? readSigned(grant, signed, conformed, runtime)
    : readJsonAnswer(provider.id, 'userinfo', conformed)
}

/**
 * Ask who the access token stands for. When an ID token came with it, both have to name the same subject: an access token
 * is no proof of its own (OpenID Connect Core §5.3.2).
 */
export const fetchUserinfo = async (
  grant: Grant,
  tokens: TokenSet,
  subject: string | undefined,
  runtime: Runtime,
): Promise<JsonObject> => {
  const { provider } = grant
  const asked = provider.userinfo.request === undefined ? standardRequest : ownRequest
  const profile = await asked(grant, tokens, runtime)
  if (subject !== undefined && profile['sub'] !== subject) throw refusal(provider.id, 'userinfo', 'another subject')
  return profile
}
