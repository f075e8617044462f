import { defined, isObject, isStringArray, nonEmpty, optional, type JsonObject } from '../../base/json.ts'
import { DISCOVERY_PATH, missingOptionHint, trimEnd, variableName } from '../../base/text.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { InvalidConfig, authError } from '../../errors/error-classes.ts'
import { customFetch } from '../../types/symbols.ts'
import type { AccountCallback, OAuthConfig, ProfileCallback } from '../../types/providers.ts'
import type { Profile, TokenSet } from '../../types/user.ts'
import { parseSafeUrl } from '../../web/redirect-target.ts'
import { quote } from '../../errors/describe-error.ts'
import { invalidProviderOption } from './provider-http.ts'
import {
  endpointUrl,
  readEndpoints,
  readOidcOptions,
  readRegistration,
  readUrl,
  type Endpoints,
} from './provider-options.ts'
import { fillTemplates } from './provider-entry.ts'

/** The default for `profile`. It does not invent an id: without `sub` or `id` the sign-in fails. */
const defaultProfile: ProfileCallback<Profile> = (profile) =>
  defined({
    id: profile.sub ?? profile.id ?? undefined,
    name: profile.name ?? profile.nickname ?? profile.preferred_username,
    email: profile.email,
    image: typeof profile.picture === 'string' ? profile.picture : undefined,
  })

const STORED = [
  'access_token',
  'id_token',
  'refresh_token',
  'expires_at',
  'scope',
  'token_type',
  'session_state',
] as const

const defaultAccount: AccountCallback = (tokens): TokenSet =>
  Object.fromEntries(STORED.map((member) => [member, tokens[member]]).filter(([, value]) => value !== undefined))

const usesUserinfo = (merged: OAuthConfig): boolean => merged.type === 'oauth' || merged.idToken === false

const needsDiscovery = (merged: OAuthConfig, { authorization, token, userinfo }: Endpoints): boolean =>
  authorization.url === undefined ||
  (token.url ?? token.request) === undefined ||
  (usesUserinfo(merged) && (userinfo.url ?? userinfo.request) === undefined) ||
  (merged.type === 'oidc' && (merged.issuer === undefined || merged.jwks_endpoint === undefined)) ||
  merged.pushedAuthorizationRequests === true

/** The variable or option, the value that was found, and the same value with a scheme. */
const invalidIssuer = (merged: OAuthConfig, entryId: string): AuthError => {
  const { id: provider, issuer = '' } = merged
  const problem = `issuer of provider "${provider}" must be an https address, but is ${quote(issuer)}`
  const proposed = parseSafeUrl(`https://${issuer.replace(/^[a-z]+:\/+/i, '').replace(/[?#].*$/, '')}`)?.href
  const [where, to] = [variableName(entryId, 'issuer'), quote(trimEnd(proposed ?? 'https://id.example.com', '/'))]
  const fix = `Change ${where} or the option issuer from ${quote(issuer)} to ${to}`
  return new InvalidConfig(problem, { provider, option: 'issuer', fix })
}

/** The issuer (RFC 8414 §2), and the address of the discovery document if the config does not replace it. */
const readIssuer = (merged: OAuthConfig, entryId: string, endpoints: Endpoints) => {
  const { id, type, issuer, wellKnown } = merged
  const missing = (needs: string) => {
    const fix = missingOptionHint(entryId, 'issuer')
    return authError('InvalidEndpoints', `Provider "${id}" needs ${needs}`, { provider: id, option: 'issuer', fix })
  }
  const discovery = parseSafeUrl(wellKnown === undefined ? issuer : wellKnown)
  if (issuer !== undefined && parseSafeUrl(issuer)?.hash !== '') throw invalidIssuer(merged, entryId)
  if (type === 'oidc' && issuer === undefined && wellKnown === undefined)
    throw missing('an issuer to validate ID tokens')
  if (!needsDiscovery(merged, endpoints)) return { issuer, discovery: undefined }
  if (wellKnown !== undefined && discovery === undefined)
    throw invalidProviderOption(merged, 'wellKnown', 'must be an https address', wellKnown)
  if (discovery === undefined) throw missing('an issuer, or authorization, token and userinfo')
  // OpenID Connect Discovery §4.
  if (wellKnown === undefined) discovery.pathname = `${discovery.pathname.replace(/\/$/, '')}${DISCOVERY_PATH}`
  return { issuer, discovery }
}

const readResponseMode = (merged: OAuthConfig, { authorization }: Endpoints): 'query' | 'form_post' => {
  const mode = authorization.parameters.get('response_mode') ?? 'query'
  if (mode === 'query' || mode === 'form_post') return mode
  throw invalidProviderOption(merged, 'response_mode', 'must be query or form_post', mode)
}

/** RFC 9700 §2.1.1. The application may leave out checks. The `checks` of an entry are ignored, so an entry cannot. */
const decideChecks = ({ type, pkceUnsupported }: OAuthConfig, list: unknown) => {
  const defaults = { pkce: parseSafeUrl(pkceUnsupported) === undefined, nonce: type === 'oidc' }
  const checks = Array.isArray(list)
    ? { pkce: list.includes('pkce'), nonce: defaults.nonce && list.includes('nonce') }
    : defaults
  return { checks, removedChecks: (['pkce', 'nonce'] as const).filter((check) => defaults[check] && !checks[check]) }
}

const proxyRedirectUri = (provider: string, proxy: string): string => {
  const url = parseSafeUrl(proxy)
  if (url !== undefined) return `${trimEnd(url.href, '/')}/callback/${provider}`
  const fix = `Change AUTH_REDIRECT_PROXY_URL or the option redirectProxyUrl from ${quote(proxy)} to an https address`
  const problem = `redirectProxyUrl must be an https address, but is ${quote(proxy)}`
  throw new InvalidConfig(problem, { provider, option: 'redirectProxyUrl', fix })
}

interface OAuthProviderSource {
  readonly entryId: string
  readonly options: JsonObject
  readonly given: JsonObject
}

const buildProvider = ({ entryId, options, given }: OAuthProviderSource, redirectProxyUrl: string | undefined) => {
  // Every reader checks the members that it reads.
  const merged = Object.freeze(fillTemplates(options as unknown as OAuthConfig, entryId))
  const { id, name, type, timeout, jwks_endpoint: jwks } = merged
  const endpoints = readEndpoints(merged)
  const responseMode = readResponseMode(merged, endpoints)
  const proxy = nonEmpty(merged.redirectProxyUrl ?? redirectProxyUrl)
  const toHookEndpoint = (name: keyof Endpoints) => {
    const { parameters: _parsed, ...endpoint } = endpoints[name]
    return { ...endpoint, url: endpointUrl(endpoints[name], undefined) }
  }
  if (!optional(isStringArray)(merged.openParameters))
    throw invalidProviderOption(merged, 'openParameters', 'must be a list of names', merged.openParameters)
  return Object.freeze({
    id,
    /** The id in the names of its variables. */
    entryId,
    name,
    type,
    ...endpoints,
    client: readRegistration(merged, entryId, endpoints),
    ...readIssuer(merged, entryId, endpoints),
    issuerClaims: merged.issuerClaims,
    jwksUri: readUrl(id, 'jwks_endpoint', isObject(jwks) ? jwks['url'] : jwks),
    fetch: merged[customFetch],
    timeout: typeof timeout === 'number' && timeout > 0 ? timeout : 10_000,
    /** Whether to push authorization requests. If `undefined`, they are pushed if the server supports it. */
    pushesAuthorization: merged.pushedAuthorizationRequests,
    responseMode,
    /** The configured parameters of the authorization request that a sign-in request may replace. */
    openParameters: merged.openParameters ?? [],
    ...decideChecks(merged, given['checks']),
    ...readOidcOptions(merged),
    usesUserinfo: usesUserinfo(merged),
    allowDangerousEmailAccountLinking: merged.allowDangerousEmailAccountLinking === true,
    /** The redirect URI at the redirect proxy, which cannot forward a form_post response. */
    redirectProxyUrl: proxy === undefined || responseMode === 'form_post' ? undefined : proxyRedirectUri(id, proxy),
    profile: merged.profile ?? defaultProfile,
    /** Whether callbacks, sessions and the user row get an address that the provider calls unverified. */
    allowUnverifiedEmail: merged.allowUnverifiedEmail === true,
    emailVerified: merged.emailVerified,
    account: merged.account ?? defaultAccount,
    /** The provider that hooks receive. Each endpoint is an object; its `url` is a `URL` if the config names one. */
    hookContext: Object.freeze({
      ...merged,
      authorization: toHookEndpoint('authorization'),
      token: toHookEndpoint('token'),
      userinfo: toHookEndpoint('userinfo'),
    }),
  })
}

export type ResolvedOAuthProvider = ReturnType<typeof buildProvider>

const resolutions = new WeakMap<object, readonly [proxy: string | undefined, provider: ResolvedOAuthProvider]>()

/** Apply defaults and check addresses. Makes no request. The last result is cached: a config has one redirect proxy. */
export const resolveOAuthProvider = (
  source: OAuthProviderSource,
  { redirectProxyUrl }: { readonly redirectProxyUrl?: string | undefined },
): ResolvedOAuthProvider => {
  const [proxy, cached] = resolutions.get(source) ?? []
  const provider = cached !== undefined && proxy === redirectProxyUrl ? cached : buildProvider(source, redirectProxyUrl)
  resolutions.set(source, [redirectProxyUrl, provider])
  return provider
}
