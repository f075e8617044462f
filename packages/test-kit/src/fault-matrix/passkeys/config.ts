import type { AuthConfig } from '@authwright/core'
import { Passkey } from '@authwright/core/providers/passkey'

/**
 * What the flows with passkeys need of a site's config. Not beside them: a process that dies in one has no use for an authenticator.
 * Whoever names an address is told of its passkeys, so that looking them up is a flow as well.
 */
export const passkeyConfig: Partial<AuthConfig> = {
  providers: [Passkey({ allowDangerousCredentialListing: true })],
  experimental: { enableWebAuthn: true },
}
