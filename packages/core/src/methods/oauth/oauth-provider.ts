import type { AuthContext, ConfiguredProvider } from '../../config/engine-types.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'
import { resolveOAuthProvider } from '../../protocols/oauth/resolve-oauth-provider.ts'
import { defined } from '../../base/record.ts'

/** The provider with defaults applied: resolved at its first sign-in. */
export const oauthProvider = (provider: ConfiguredProvider, { config }: AuthContext): ResolvedOAuthProvider =>
  resolveOAuthProvider(provider, defined({ redirectProxyUrl: config.redirectProxyUrl }))
