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

/** Characters of an address: more, and servers would refuse it. */
const LONGEST_ADDRESS = 2048
/** Characters of an algorithm's or a method's name, and how many a server may publish. */
const LONGEST_NAME = 64
const MOST_NAMES = 100

/** What is kept of a discovery document. */
export type DiscoveryDocument = Readonly<
  Partial<
    Record<(typeof TEXTS)[number], string> &
      Record<(typeof LISTS)[number], readonly string[]> &
      Record<(typeof FLAGS)[number], true>
  >
>

const isName = (item: unknown): item is string => typeof item === 'string' && item.length <= LONGEST_NAME

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
 * What a discovery document (RFC 8414 §2) says that is read here; a list that is none counts as none. Nothing else is kept: a document may
 * be large, and thousands are remembered where tenants name their own.
 */
export const readDocument = (document: JsonObject): DiscoveryDocument => ({
  ...pick(document, TEXTS, (value) =>
    typeof value === 'string' && value.length <= LONGEST_ADDRESS ? value : undefined,
  ),
  ...pick(document, LISTS, (value) => (Array.isArray(value) ? value.filter(isName).slice(0, MOST_NAMES) : undefined)),
  ...pick(document, FLAGS, (value) => (value === true ? true : undefined)),
})
