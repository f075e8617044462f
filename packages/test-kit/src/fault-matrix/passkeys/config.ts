import type { AuthConfig } from '@authwright/core'
import { Passkey } from '@authwright/core/providers/passkey'

/**
 * The config for the passkey flows. In a separate file, so that a crash test can import it without the software
 * authenticator. Credential listing is on, because listing the passkeys of an address is a flow too.
 */
export const passkeyConfig: Partial<AuthConfig> = {
  providers: [Passkey({ allowDangerousCredentialListing: true })],
  experimental: { enableWebAuthn: true },
}
