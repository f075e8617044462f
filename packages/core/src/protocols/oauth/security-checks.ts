import { isObject } from '../../base/json.ts'
import type { OAuthConfig } from '../../types/providers.ts'
import { findSecureUrl } from './secure-url.ts'
import type { RemovableCheck } from './resolved-oauth-provider.ts'

interface Decided {
  readonly checks: Readonly<Record<RemovableCheck, boolean>>
  readonly removed: readonly RemovableCheck[]
}

/**
 * The owner's own list: that of the options when a function made the provider, else that of the object itself. An
 * entry's list is not asked, so that no entry switches a protection off. What a function made has the member `options` even
 * where it was called without any.
 */
const ownersList = (written: OAuthConfig): readonly unknown[] | undefined => {
  const owners: unknown = 'options' in written ? written.options : written
  const list = isObject(owners) ? owners['checks'] : undefined
  return Array.isArray(list) ? list : undefined
}

/**
 * PKCE for every provider but those that an entry shows, by a link, to refuse it; a nonce for every OIDC provider
 * (RFC 9700 §2.1.1). The owner may leave out either, and is told what that means.
 */
export const decideChecks = (written: OAuthConfig, pkceUnsupported: unknown): Decided => {
  const usual = { pkce: findSecureUrl(pkceUnsupported) === undefined, nonce: written.type === 'oidc' }
  const list = ownersList(written)
  if (list === undefined) return { checks: usual, removed: [] }
  const checks = { pkce: list.includes('pkce'), nonce: usual.nonce && list.includes('nonce') }
  const removed = (['pkce', 'nonce'] as const).filter((check) => usual[check] && !checks[check])
  return { checks, removed }
}
