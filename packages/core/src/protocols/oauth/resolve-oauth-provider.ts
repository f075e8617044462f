import { nonEmpty } from '../../base/json.ts'
import { oncePer } from '../../base/once.ts'
import { defined } from '../../base/record.ts'
import { trimEnd } from '../../base/text.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { customFetch } from '../../types/symbols.ts'
import { parseSafeUrl } from '../../web/safe-url.ts'
import { readAssurance, readTrustedAudiences } from './assurance.ts'
import { resolveClient } from './client-registration.ts'
import { findDiscovery, readIssuer, readJwksUri, usesUserinfo } from './discovery-options.ts'
import { resolveEndpoints, toHookContext } from './endpoints.ts'
import type { ResolvedEndpoints } from './endpoints.ts'
import { defaultAccount, defaultProfile } from './profile.ts'
import type { RemovableCheck, ResolvedOAuthProvider } from './resolved-oauth-provider.ts'
import { fillTemplates } from './templates.ts'
import { readThirdPartyLogin } from './third-party-login.ts'

/** The default for `timeout`, in milliseconds. */
const TIMEOUT = 10_000

/** A provider of the config. */
export interface OAuthProviderSource {
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
