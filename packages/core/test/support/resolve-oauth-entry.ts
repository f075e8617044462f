import { resolveProviders } from '../../src/config/provider-table.ts'
import { resolveOAuthProvider, type ResolvedOAuthProvider } from '../../src/protocols/oauth/resolve-oauth-provider.ts'
import { methods } from '../../src/routes/methods.ts'
import type { OAuthConfig } from '../../src/types/providers.ts'

/** Resolve a provider entry as the engine does: its options are merged, then defaults are applied. */
export const resolveOAuthEntry = (
  entry: object,
  config: { readonly redirectProxyUrl?: string } = {},
): ResolvedOAuthProvider => {
  const [provider] = resolveProviders([entry as OAuthConfig], methods).all
  if (provider === undefined) throw new Error('no provider')
  return resolveOAuthProvider(provider, config)
}
