import type { JsonObject } from '../../base/json.ts'

const TEXTS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'pushed_authorization_request_endpoint',
] as const
const LISTS = ['id_token_signing_alg_values_supported', 'token_endpoint_auth_methods_supported'] as const
const FLAGS = ['require_pushed_authorization_requests', 'authorization_response_iss_parameter_supported'] as const

/** The maximum characters of an address. Servers refuse longer ones. */
const MAX_ADDRESS = 2048
/** The maximum characters of a name in a list, and the maximum number of names. */
const MAX_NAME = 64
const MAX_NAMES = 100

/** The members of a discovery document that this library uses. */
export type DiscoveryDocument = Readonly<
  Partial<
    Record<(typeof TEXTS)[number], string> &
      Record<(typeof LISTS)[number], readonly string[]> &
      Record<(typeof FLAGS)[number], true>
  >
>

const isName = (item: unknown): item is string => typeof item === 'string' && item.length <= MAX_NAME

const pick = <Name extends string, Value>(
  document: JsonObject,
  names: readonly Name[],
  read: (value: unknown) => Value | undefined,
): Partial<Record<Name, Value>> => {
  const found: Partial<Record<Name, Value>> = {}
  for (const name of names) {
    const value = read(document[name])
    if (value !== undefined) found[name] = value
  }
  return found
}

/**
 * Read a discovery document (RFC 8414 §2). Members with a wrong type are ignored. All other members are dropped,
 * because the cache may hold a large document for each tenant.
 */
export const readDocument = (document: JsonObject): DiscoveryDocument => ({
  ...pick(document, TEXTS, (value) => (typeof value === 'string' && value.length <= MAX_ADDRESS ? value : undefined)),
  ...pick(document, LISTS, (value) => (Array.isArray(value) ? value.filter(isName).slice(0, MAX_NAMES) : undefined)),
  ...pick(document, FLAGS, (value) => (value === true ? true : undefined)),
})
