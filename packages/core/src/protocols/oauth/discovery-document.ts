import type { JsonObject } from '../../base/json.ts'
import { parseSafeUrl } from '../../web/safe-url.ts'
import type { ServerMetadata } from './resolved-oauth-provider.ts'

/** The maximum characters of an address. Servers refuse longer ones. */
const MAX_ADDRESS = 2048
/** The maximum characters of a name in a list, and the maximum number of names. */
const MAX_NAME = 64
const MAX_NAMES = 100

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= MAX_ADDRESS ? value : undefined

const readUrl = (value: unknown): URL | undefined => parseSafeUrl(readText(value))

const readNames = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && item.length <= MAX_NAME).slice(0, MAX_NAMES)
    : undefined

/**
 * Read a discovery document (RFC 8414 §2). Members with a wrong type are ignored. All other members are dropped,
 * because the cache may hold a large document for each tenant.
 */
export const readDocument = (document: JsonObject): ServerMetadata => ({
  issuer: readText(document['issuer']),
  authorization: readUrl(document['authorization_endpoint']),
  token: readUrl(document['token_endpoint']),
  userinfo: readUrl(document['userinfo_endpoint']),
  jwksUri: readUrl(document['jwks_uri']),
  pushedAuthorization: readUrl(document['pushed_authorization_request_endpoint']),
  requiresPushedAuthorization: document['require_pushed_authorization_requests'] === true,
  sendsIssuer: document['authorization_response_iss_parameter_supported'] === true,
  idTokenAlgorithms: readNames(document['id_token_signing_alg_values_supported']),
  authMethods: readNames(document['token_endpoint_auth_methods_supported']),
})
