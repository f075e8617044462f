import { isObject, nonEmpty } from '../../base/json.ts'
import { oncePer } from '../../base/once.ts'
import { defined } from '../../base/record.ts'
import { trimEnd } from '../../base/trim-end.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { customFetch } from '../../types/symbols.ts'
import { findSecureUrl } from './secure-url.ts'
import { readAssurance, readAudiences } from './assurance.ts'
import { decideChecks } from './security-checks.ts'
import { readClient } from './oauth-client.ts'
import { asksUserinfo, findDiscovery, readIssuer, readKeysUrl } from './discovery.ts'
import { readHandlers, toHookContext } from './endpoint-handlers.ts'
import type { Handlers } from './endpoint-handlers.ts'
import { readThirdPartyLogin } from './initiation.ts'
import { mergeOptions } from './merge-options.ts'
import { defaultAccount, defaultProfile } from './profile.ts'
import type { ResolvedOAuthProvider } from './resolved-oauth-provider.ts'
import { fillTemplates } from './templates.ts'

/** Milliseconds that a call to a provider may take. */
const TIMEOUT = 10_000

/** Options over the entry; the type and the id's place are the entry's. */
const withOptions = (written: OAuthConfig): OAuthConfig => {
  const { options, ...entry } = written
  return isObject(options) ? { ...mergeOptions(entry, options), type: entry.type } : entry
}

const readResponseMode = (id: string, { authorization }: Handlers): 'query' | 'form_post' => {
  const mode = authorization.parameters.get('response_mode') ?? 'query'
  if (mode === 'query' || mode === 'form_post') return mode
  throw new InvalidConfig(`Provider "${id}": response_mode "${mode}" is neither query nor form_post`, { provider: id })
}

const resolve = oncePer<OAuthConfig, ResolvedOAuthProvider>((written) => {
  const entryId = written.id
  const merged = Object.freeze(fillTemplates(withOptions(written), entryId))
  const { id, type } = merged
  const handlers = readHandlers(merged)
  const { checks, removed } = decideChecks(written, merged.pkceUnsupported)
  return Object.freeze({
    id,
    name: merged.name,
    type,
    ...handlers,
    client: readClient(merged),
    issuer: readIssuer(merged, entryId),
    issuerClaims: merged.issuerClaims,
    discovery: findDiscovery(merged, entryId, handlers),
    keysUrl: readKeysUrl(merged),
    fetch: merged[customFetch],
    timeout: typeof merged.timeout === 'number' && merged.timeout > 0 ? merged.timeout : TIMEOUT,
    pushes: merged.pushedAuthorizationRequests,
    responseMode: readResponseMode(id, handlers),
    checks,
    removed,
    assurance: readAssurance(merged),
    trustedAudiences: readAudiences(merged),
    thirdPartyLogin: readThirdPartyLogin(merged),
    asksUserinfo: asksUserinfo(merged),
    allowDangerousEmailAccountLinking: merged.allowDangerousEmailAccountLinking === true,
    ...defined({ style: merged.style }),
    profile: merged.profile ?? defaultProfile,
    emailVerified: merged.emailVerified ?? ((profile) => type === 'oidc' && profile.email_verified === true),
    judgesEmail: merged.emailVerified !== undefined,
    account: (tokens) => (merged.account ?? defaultAccount)(tokens) ?? undefined,
    written: merged,
    shown: toHookContext(merged, handlers),
  } satisfies ResolvedOAuthProvider)
})

const proxyAddress = (provider: ResolvedOAuthProvider, written: string): string => {
  const url = findSecureUrl(written)
  if (url !== undefined) return `${trimEnd(url.href, '/')}/callback/${provider.id}`
  throw new InvalidConfig('redirectProxyUrl has to be an https address', {
    provider: provider.id,
    option: 'redirectProxyUrl',
  })
}

/** For the owner's proxy, of which there is one: the last answer is kept. */
const proxied = oncePer<ResolvedOAuthProvider, (proxy: string) => ResolvedOAuthProvider>((provider) => {
  let last: { readonly proxy: string; readonly resolved: ResolvedOAuthProvider } | undefined
  return (proxy) => {
    if (last?.proxy !== proxy) {
      last = { proxy, resolved: Object.freeze({ ...provider, redirectProxyUrl: proxyAddress(provider, proxy) }) }
    }
    return last.resolved
  }
})

/**
 * Work a provider out: options over the entry, defaults, addresses. No request is made, and a provider that was worked
 * out before is found again by its identity. Throws `InvalidConfig` or `InvalidEndpoints`.
 */
export const resolveOAuthProvider = (
  written: OAuthConfig,
  owner: { readonly redirectProxyUrl?: string },
): ResolvedOAuthProvider => {
  const provider = resolve(written)
  const proxy = nonEmpty(provider.written.redirectProxyUrl ?? owner.redirectProxyUrl)
  // A provider that answers by a form posts to where it was sent from: a proxy would have to post on.
  return proxy === undefined || provider.responseMode === 'form_post' ? provider : proxied(provider)(proxy)
}
