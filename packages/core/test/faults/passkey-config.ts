import type { AuthConfig } from '../../src/index.ts'
import { Passkey } from '../../src/providers/passkey.ts'

/**
 * What the flows with passkeys need of a site's config. Not beside them: a process that dies in one has no use for an authenticator.
 * Whoever names an address is told of its passkeys, so that looking them up is a flow as well.
 */
export const passkeyConfig: Partial<AuthConfig> = {
  providers: [Passkey({ allowDangerousCredentialListing: true })],
  experimental: { enableWebAuthn: true },
}
