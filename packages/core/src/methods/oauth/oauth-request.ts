import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import { defined } from '../../base/record.ts'
import { resolveOAuthProvider } from '../../protocols/oauth/resolve-oauth-provider.ts'
import type { ResolvedOAuthProvider } from '../../protocols/oauth/resolved-oauth-provider.ts'

/** A request that concerns one OAuth or OpenID Connect provider. */
export interface OAuthRequest {
  readonly request: RequestInternal
  readonly context: AuthContext
  readonly provider: ResolvedOAuthProvider
}

/** The provider is resolved once, at the first sign-in with it. */
export const oauthRequestFor = (
  request: RequestInternal,
  context: AuthContext,
  configured: ConfiguredProvider,
): OAuthRequest => {
  const { redirectProxyUrl } = context.config
  return { request, context, provider: resolveOAuthProvider(configured, defined({ redirectProxyUrl })) }
}
