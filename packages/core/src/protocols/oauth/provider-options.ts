import { isBoolean, isObject, isOneOf, isString, isStringArray, nonEmpty } from '../../base/json.ts'
import { authError, InvalidConfig } from '../../errors/error-classes.ts'
import type { ClientAuthMethod, OAuthConfig, OIDCConfig } from '../../types/providers.ts'
import { missingOptionHint, variableName } from '../../base/text.ts'
import { findMailAddress } from '../../web/mail-address.ts'
import { parseSafeUrl } from '../../web/redirect-target.ts'
import { quote } from '../../errors/describe-error.ts'
import { invalidProviderOption } from './provider-http.ts'

const DOMAINS = 'must be a list of domains, such as "example.com"'

/** Read an address: a string or a `URL`. Throws `InvalidEndpoints` if it is not https or loopback. */
export const readUrl = (provider: string, endpoint: string, option: unknown): URL | undefined => {
  if (option === undefined || option === null) return undefined
  const url = parseSafeUrl(option instanceof URL ? option.href : option)
  if (url !== undefined) return url
  const problem = `The ${endpoint} address of provider "${provider}" must be an https address`
  const found = quote(option)
  const fix = `Change ${endpoint} of provider "${provider}" from ${found} to an address that begins with https://`
  throw authError('InvalidEndpoints', `${problem}, but is ${found}`, { provider, endpoint, fix })
}

/** An endpoint of the config: its address without parameters, if the config has one, and its parameters. */
export interface Endpoint {
  readonly url: URL | undefined
  readonly parameters: ReadonlyMap<string, string>
}

const HOOKS: ReadonlySet<string> = new Set(['request', 'response', 'conform'])

const readEndpoint = <Handler extends { url?: string; params?: Record<string, unknown> }>(
  provider: string,
  name: string,
  option: string | Handler | undefined,
): Partial<Omit<Handler, 'url'>> & Endpoint => {
  const given = Object.entries(isObject(option) ? option : { url: option })
  // A hook that is not a function is ignored.
  const kept = given.filter(([member, value]) => !HOOKS.has(member) || typeof value === 'function')
  const { url: address, ...members } = Object.fromEntries(kept) as Partial<Handler>
  const url = readUrl(provider, name, address)
  const parameters = new Map(url?.searchParams)
  for (const [key, value] of Object.entries(isObject(members.params) ? members.params : {})) {
    // Objects such as `claims` (OpenID Connect Core §5.5) are sent as JSON.
    const text: unknown = typeof value === 'string' ? value : JSON.stringify(value ?? undefined)
    if (typeof text === 'string') parameters.set(key, text)
  }
  if (url !== undefined) url.search = ''
  return { ...members, url, parameters }
}

export const readEndpoints = ({ id, authorization, token, userinfo }: OAuthConfig) => ({
  authorization: readEndpoint(id, 'authorization', authorization),
  token: readEndpoint(id, 'token', token),
  userinfo: readEndpoint(id, 'userinfo', userinfo),
})

export type Endpoints = ReturnType<typeof readEndpoints>

/** The URL of an endpoint with its parameters. Without a configured address it is the one that the server publishes. */
export const endpointUrl = (endpoint: Endpoint, published: URL | undefined): URL | undefined => {
  const base = endpoint.url ?? published
  if (base === undefined) return undefined
  const url = new URL(base)
  for (const [name, value] of endpoint.parameters) url.searchParams.set(name, value)
  return url
}

const REQUIRED_OPTION: Readonly<Record<ClientAuthMethod, 'clientSecret' | 'token.clientPrivateKey' | undefined>> = {
  client_secret_basic: 'clientSecret',
  client_secret_post: 'clientSecret',
  client_secret_jwt: 'clientSecret',
  private_key_jwt: 'token.clientPrivateKey',
  none: undefined,
}

const isMethod = (method: unknown): method is ClientAuthMethod =>
  typeof method === 'string' && Object.hasOwn(REQUIRED_OPTION, method)

/** Read how this client is registered at the provider. Throws `InvalidConfig` if a required option is missing. */
export const readRegistration = (merged: OAuthConfig, entryId: string, { authorization, token }: Endpoints) => {
  const { id: provider, type, client: metadata = {} } = merged
  const [id, secret] = [nonEmpty(merged.clientId), nonEmpty(merged.clientSecret)]
  const { token_endpoint_auth_method: method, default_max_age: defaultMaxAge } = metadata
  if (id === undefined) {
    // Most clients have a secret: without this, the developer meets a second error.
    const more = secret === undefined && method === undefined ? `; also ${variableName(entryId, 'clientSecret')}` : ''
    const fix = `${missingOptionHint(entryId, 'clientId')}${more}`
    throw new InvalidConfig(`Provider "${provider}" has no clientId`, { provider, option: 'clientId', fix })
  }
  if (method !== undefined && !isMethod(method)) {
    const methods = Object.keys(REQUIRED_OPTION).join(', ')
    throw invalidProviderOption(merged, 'client.token_endpoint_auth_method', `must be one of ${methods}`, method)
  }
  const { clientPrivateKey: privateKey, request } = token
  const required = REQUIRED_OPTION[method ?? 'client_secret_basic']
  const values = { clientSecret: secret, 'token.clientPrivateKey': privateKey }
  if (request === undefined && required !== undefined && values[required] === undefined) {
    const set = required === 'clientSecret' ? missingOptionHint(entryId, required) : `Set the option ${required}`
    const other = "; for a client without a secret, set client: { token_endpoint_auth_method: 'none' }"
    const fix = `${set}${method === undefined ? other : `, because client.token_endpoint_auth_method is "${method}"`}`
    throw new InvalidConfig(`Provider "${provider}" has no ${required}`, { provider, option: required, fix })
  }
  // Plain OAuth has no `auth_time` to check.
  if (type !== 'oidc' && defaultMaxAge !== undefined)
    throw invalidProviderOption(merged, 'client.default_max_age', 'needs an OpenID Connect provider')
  const age: unknown = defaultMaxAge ?? authorization.params?.['max_age']
  const seconds = typeof age === 'string' && age !== '' ? Number(age) : age
  return Object.freeze({
    id,
    secret,
    privateKey,
    /** As configured. If `undefined`, the metadata of the server decides between basic and post. */
    method,
    metadata,
    /** Seconds since the user authenticated at the provider, at most. */
    maxAge: typeof seconds === 'number' && seconds >= 0 ? seconds : undefined,
  })
}

/** The values are sent in a list that spaces separate. */
const isValueList = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.length > 0 &&
  list.every((value) => isString(value) && /^[\x21-\x7e]+$/.test(String(value)))

const VALUES = [isValueList, 'must be a list of values without spaces'] as const

const OIDC_OPTIONS = {
  requiredAcr: VALUES,
  requiredAmr: VALUES,
  trustedAudiences: [(list: unknown) => list === 'any' || isStringArray(list), 'must be "any" or a list of client ids'],
  thirdPartyLogin: [isOneOf('confirm', 'immediate'), 'must be "confirm" or "immediate"'],
  trustAllEmails: [isBoolean, 'must be true or false'],
  emailDomains: [isStringArray, DOMAINS],
} as const

/** Plain OAuth has no ID token: accepting one of these options there would suggest a check that never happens. */
export const readOidcOptions = (merged: OAuthConfig) => {
  const options: Pick<OIDCConfig, keyof typeof OIDC_OPTIONS> = {}
  for (const [option, [isValid, rule]] of Object.entries(OIDC_OPTIONS)) {
    const value: unknown = Reflect.get(merged, option)
    if (value === undefined) continue
    if (merged.type !== 'oidc') throw invalidProviderOption(merged, option, 'needs an OpenID Connect provider')
    if (!isValid(value)) throw invalidProviderOption(merged, option, rule, value)
    Object.assign(options, { [option]: value })
  }
  const emailDomains = options.emailDomains?.map((domain) => {
    // In ASCII and lower case, as addresses have it.
    const address = findMailAddress(`a@${domain}`)
    if (address === undefined) throw invalidProviderOption(merged, 'emailDomains', DOMAINS, domain)
    return address.slice(2)
  })
  return { ...options, emailDomains }
}
