import { isObject, nonEmpty, defined } from '../../base/json.ts'
import { missingOptionHint, trimEnd } from '../../base/text.ts'
import { InvalidConfig, authError } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { parseSafeUrl } from '../../web/redirect-target.ts'
import { invalidProviderOption } from './provider-http.ts'
import { readUrl, type ResolvedEndpoints, resolveEndpoints, toHookContext } from './endpoints.ts'
import { oncePer } from '../../base/async.ts'
import { customFetch } from '../../types/symbols.ts'
import { readAssurance, readTrustedAudiences } from './assurance.ts'
import { resolveClient } from './client-registration.ts'
import { defaultAccount, defaultProfile } from './oauth-identity.ts'
import type { RemovableCheck, ResolvedOAuthProvider } from './resolved-oauth-provider.ts'
import { readThirdPartyLogin } from './third-party-login.ts'

const keysOf = (object: object): readonly PropertyKey[] =>
  Reflect.ownKeys(object).filter(
    (key) => key !== '__proto__' && Object.prototype.propertyIsEnumerable.call(object, key),
  )

/** The endpoints, which may be an address only. */
const ENDPOINTS: ReadonlySet<PropertyKey> = new Set(['authorization', 'token', 'userinfo'])

/** If the entry has only an address for an endpoint, options for the endpoint keep that address. */
const toBase = (key: PropertyKey, value: unknown): unknown =>
  ENDPOINTS.has(key) && typeof value === 'string' ? { url: value } : value

const mergeMember = (key: PropertyKey, entryValue: unknown, option: unknown): unknown => {
  if (!isObject(option)) return option
  const base = toBase(key, entryValue)
  return mergeOptions(isObject(base) ? base : {}, option)
}

/**
 * Merge the options of the application into a provider entry. Plain objects are merged. Arrays, functions and class
 * instances such as a `CryptoKey` replace the entry's value. `undefined` changes nothing. Symbol keys count. Neither
 * argument is changed.
 */
export const mergeOptions = <Entry extends object>(entry: Entry, options: object): Entry => {
  // Without a prototype, so that inherited members are never read as options.
  const merged = Object.create(null) as Record<PropertyKey, unknown>
  for (const key of keysOf(entry)) merged[key] = Reflect.get(entry, key)
  for (const key of keysOf(options)) {
    const option: unknown = Reflect.get(options, key)
    if (option !== undefined) merged[key] = mergeMember(key, merged[key], option)
  }
  // No member was removed, and the types of the options match those of the entry.
  return merged as Entry
}

const PLACEHOLDER = /\{(issuer|clientId)\}/g

/** The members of an entry that may have placeholders: addresses, and their parameters and headers. */
const MEMBERS = ['authorization', 'token', 'userinfo', 'wellKnown', 'jwks_endpoint'] as const

type Option = 'issuer' | 'clientId'
type ValueOf = (option: Option) => string

const valueFrom =
  (merged: OAuthConfig, entryId: string): ValueOf =>
  (option) => {
    const { id: provider, [option]: value } = merged
    if (value === undefined || value === '') {
      const problem = `Provider "${provider}" has no ${option}, which its addresses contain`
      throw new InvalidConfig(`${problem}: ${missingOptionHint(entryId, option)}`, { provider, option })
    }
    // The template continues with a slash.
    return option === 'issuer' ? trimEnd(value, '/') : value
  }

const fillText = (valueOf: ValueOf, text: string): string =>
  text.replace(PLACEHOLDER, (_placeholder, option: Option) => valueOf(option))

/** Hooks and keys stay as they are. */
const fillValue = (valueOf: ValueOf, value: unknown): unknown => {
  if (typeof value === 'string') return fillText(valueOf, value)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillValue(valueOf, member)]))
}

/** Some issuers contain the client id. `{issuer}` within the issuer is not filled, and fails as an address. */
const fillIssuer = (merged: OAuthConfig, entryId: string): OAuthConfig => {
  const { issuer } = merged
  if (issuer?.includes('{clientId}') !== true || issuer.includes('{issuer}')) return merged
  return { ...merged, issuer: fillText(valueFrom(merged, entryId), issuer) }
}

/**
 * Fill `{issuer}` (without a trailing slash) and `{clientId}` in the addresses, parameters and headers of a provider,
 * and `{clientId}` in its issuer. So an entry is plain data, although its addresses depend on options and environment
 * variables. Those are named after the id of the entry, which the options may replace. Throws `InvalidConfig` if the
 * option is not set.
 */
export const fillTemplates = (written: OAuthConfig, entryId: string = written.id): OAuthConfig => {
  const merged = fillIssuer(written, entryId)
  const valueOf = valueFrom(merged, entryId)
  const filled: Record<string, unknown> = { ...merged }
  for (const member of MEMBERS) if (merged[member] !== undefined) filled[member] = fillValue(valueOf, merged[member])
  return { ...merged, ...filled }
}

const missingIssuer = (provider: string, entryId: string, needs: string): AuthError => {
  const message = `Provider "${provider}" needs ${needs}: ${missingOptionHint(entryId, 'issuer')}`
  return authError('InvalidEndpoints', message, { provider, option: 'issuer' })
}

/** Read the option `issuer` (RFC 8414 §2). An OIDC provider needs it, or `wellKnown`, to validate ID tokens. */
const readIssuer = (merged: OAuthConfig, entryId: string): string | undefined => {
  const { id, type, issuer, wellKnown } = merged
  if (issuer !== undefined && parseSafeUrl(issuer)?.hash !== '') {
    throw invalidProviderOption(merged, 'issuer', 'must be an https address')
  }
  if (type === 'oidc' && issuer === undefined && wellKnown === undefined) {
    throw missingIssuer(id, entryId, 'an issuer to validate ID tokens')
  }
  return issuer
}

/** Read the option `jwks_endpoint`: a string, a `URL`, or an object with `url`. */
const readJwksUri = ({ id, jwks_endpoint: option }: OAuthConfig): URL | undefined =>
  readUrl(id, 'jwks_endpoint', isObject(option) ? option['url'] : option)

/** Whether the profile comes from the userinfo endpoint. */
export const usesUserinfo = (merged: OAuthConfig): boolean => merged.type === 'oauth' || merged.idToken === false

const needsDiscovery = (merged: OAuthConfig, { authorization, token, userinfo }: ResolvedEndpoints): boolean =>
  authorization.url === undefined ||
  (token.url ?? token.request) === undefined ||
  (usesUserinfo(merged) && (userinfo.url ?? userinfo.request) === undefined) ||
  (merged.type === 'oidc' && (merged.issuer === undefined || merged.jwks_endpoint === undefined)) ||
  merged.pushedAuthorizationRequests === true

/** The address of an issuer's discovery document (OpenID Connect Discovery §4). */
const wellKnownOf = (issuer: string): URL => {
  const url = new URL(issuer)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`
  return url
}

/** The address of the discovery document, or `undefined` if the config has everything that the document would say. */
const findDiscovery = (merged: OAuthConfig, entryId: string, endpoints: ResolvedEndpoints): URL | undefined => {
  if (!needsDiscovery(merged, endpoints)) return undefined
  const { id, issuer, wellKnown } = merged
  if (wellKnown !== undefined) {
    const url = parseSafeUrl(wellKnown)
    if (url === undefined) throw invalidProviderOption(merged, 'wellKnown', 'must be an https address')
    return url
  }
  if (issuer === undefined) throw missingIssuer(id, entryId, 'an issuer, or authorization, token and userinfo')
  return wellKnownOf(issuer)
}

/** The default for `timeout`, in milliseconds. */
const TIMEOUT = 10_000

/** A provider of the config. */
interface OAuthProviderSource {
  /** The id of the entry, which environment variables are named after. */
  readonly entryId: string
  /** The entry with the developer's options merged into it. */
  readonly options: Readonly<Record<string, unknown>>
  /** What the developer wrote. */
  readonly given: Readonly<Record<string, unknown>>
}

const readResponseMode = (id: string, { authorization }: ResolvedEndpoints): 'query' | 'form_post' => {
  const mode = authorization.parameters.get('response_mode') ?? 'query'
  if (mode === 'query' || mode === 'form_post') return mode
  throw new InvalidConfig(`Provider "${id}": response_mode must be query or form_post, not "${mode}"`, { provider: id })
}

/**
 * PKCE for every provider, unless the entry links to a page where the provider says that it refuses PKCE. A nonce for
 * every OIDC provider (RFC 9700 §2.1.1). The application may leave out either. The `checks` of a catalog entry are ignored,
 * so that an entry cannot turn a protection off.
 */
const decideChecks = (
  { type, pkceUnsupported }: OAuthConfig,
  list: unknown,
): Pick<ResolvedOAuthProvider, 'checks' | 'removedChecks'> => {
  const defaults = { pkce: parseSafeUrl(pkceUnsupported) === undefined, nonce: type === 'oidc' }
  if (!Array.isArray(list)) return { checks: defaults, removedChecks: [] }
  const checks = { pkce: list.includes('pkce'), nonce: defaults.nonce && list.includes('nonce') }
  const removable: readonly RemovableCheck[] = ['pkce', 'nonce']
  return { checks, removedChecks: removable.filter((check) => defaults[check] && !checks[check]) }
}

const resolve = oncePer<OAuthProviderSource, ResolvedOAuthProvider>(({ entryId, options, given }) => {
  // Every reader below checks the members that it reads.
  const merged = Object.freeze(fillTemplates(options as unknown as OAuthConfig, entryId))
  const { id, type } = merged
  const endpoints = resolveEndpoints(merged)
  return Object.freeze({
    id,
    name: merged.name,
    type,
    ...endpoints,
    client: resolveClient(merged),
    issuer: readIssuer(merged, entryId),
    issuerClaims: merged.issuerClaims,
    discovery: findDiscovery(merged, entryId, endpoints),
    jwksUri: readJwksUri(merged),
    fetch: merged[customFetch],
    timeout: typeof merged.timeout === 'number' && merged.timeout > 0 ? merged.timeout : TIMEOUT,
    pushesAuthorization: merged.pushedAuthorizationRequests,
    responseMode: readResponseMode(id, endpoints),
    ...decideChecks(merged, given['checks']),
    assurance: readAssurance(merged),
    trustedAudiences: readTrustedAudiences(merged),
    thirdPartyLogin: readThirdPartyLogin(merged),
    usesUserinfo: usesUserinfo(merged),
    allowDangerousEmailAccountLinking: merged.allowDangerousEmailAccountLinking === true,
    ...defined({ style: merged.style }),
    profile: merged.profile ?? defaultProfile,
    emailVerified: merged.emailVerified ?? ((profile) => type === 'oidc' && profile.email_verified === true),
    hasEmailVerified: merged.emailVerified !== undefined,
    account: (tokens) => (merged.account ?? defaultAccount)(tokens) ?? undefined,
    config: merged,
    hookContext: toHookContext(merged, endpoints),
  } satisfies ResolvedOAuthProvider)
})

const proxyRedirectUri = (provider: ResolvedOAuthProvider, proxy: string): string => {
  const url = parseSafeUrl(proxy)
  if (url !== undefined) return `${trimEnd(url.href, '/')}/callback/${provider.id}`
  throw new InvalidConfig('redirectProxyUrl must be an https address', {
    provider: provider.id,
    option: 'redirectProxyUrl',
  })
}

/** The provider with a redirect proxy. A config has one proxy, so only the last result is kept. */
const withProxy = oncePer<ResolvedOAuthProvider, (proxy: string) => ResolvedOAuthProvider>((provider) => {
  let last: { readonly proxy: string; readonly resolved: ResolvedOAuthProvider } | undefined
  return (proxy) => {
    if (last?.proxy !== proxy) {
      const redirectProxyUrl = proxyRedirectUri(provider, proxy)
      last = { proxy, resolved: Object.freeze({ ...provider, redirectProxyUrl }) }
    }
    return last.resolved
  }
})

/**
 * Resolve a provider: apply defaults and check addresses. Makes no request. The result is cached by the identity of
 * `source`. Throws `InvalidConfig` or `InvalidEndpoints`.
 */
export const resolveOAuthProvider = (
  source: OAuthProviderSource,
  config: { readonly redirectProxyUrl?: string },
): ResolvedOAuthProvider => {
  const provider = resolve(source)
  const proxy = nonEmpty(provider.config.redirectProxyUrl ?? config.redirectProxyUrl)
  // The proxy redirects a GET request. It cannot forward the POST of a form_post response.
  return proxy === undefined || provider.responseMode === 'form_post' ? provider : withProxy(provider)(proxy)
}
