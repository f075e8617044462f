import type { AuthContext, ConfiguredProvider } from '../../config/engine-types.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'
import { resolveOAuthProvider } from '../../protocols/oauth/resolve-oauth-provider.ts'
import type { OAuthConfig } from '../../types/providers.ts'

/** A provider of the config, worked out: once for each, at the first sign-in. */
export const oauthProvider = ({ entry }: ConfiguredProvider, context: AuthContext): ResolvedOAuthProvider => {
  const { redirectProxyUrl } = context.config
  return resolveOAuthProvider(
    entry as unknown as OAuthConfig,
    redirectProxyUrl === undefined ? {} : { redirectProxyUrl },
  )
}
