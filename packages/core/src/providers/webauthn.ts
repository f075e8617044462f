import type { WebAuthnConfig, WebAuthnUserConfig } from '../types/webauthn-config.ts'

/**
 * Passkeys and security keys (w3.org/TR/webauthn-3). Needs `experimental.enableWebAuthn`, an adapter with the
 * authenticator methods, and the package `@simplewebauthn/server`. Unlike `passkey` it also accepts security keys
 * without discoverable credentials. These need a list of credential ids, so they work only for a signed-in user or with
 * `allowDangerousCredentialListing`.
 */
export const WebAuthn = (options: WebAuthnUserConfig = {}): WebAuthnConfig => ({
  id: 'webauthn',
  name: 'WebAuthn',
  type: 'webauthn',
  enableConditionalUI: true,
  // Required for sign-up only. A user with a passkey can leave it empty.
  formFields: { email: { label: 'Email', type: 'email', required: true, autocomplete: 'username webauthn' } },
  authenticationOptions: { timeout: 300_000 },
  registrationOptions: { timeout: 300_000, authenticatorSelection: { residentKey: 'preferred' } },
  options,
})

export default WebAuthn
