import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import type { ResolvedOAuthProvider } from '../../oauth/provider.ts'
import { resolveOAuthProvider } from '../../oauth/resolve.ts'
import type { OAuthConfig } from '../../types/providers.ts'

/** A provider of the config, worked out: once for each, at the first sign-in. */
export const oauthProvider = ({ written }: ProviderSummary, site: Site): ResolvedOAuthProvider => {
  const { redirectProxyUrl } = site.config
  return resolveOAuthProvider(
    written as unknown as OAuthConfig,
    redirectProxyUrl === undefined ? {} : { redirectProxyUrl },
  )
}
