import type { WebAuthnConfig, WebAuthnUserConfig } from '../types/webauthn.ts'

/**
 * Passkeys and security keys (w3.org/TR/webauthn-3). Needs `experimental.enableWebAuthn`, an adapter with the methods about
 * authenticators, and the package `@simplewebauthn/server`. Other than `passkey` it takes security keys that cannot be found
 * without a list of ids, which then only work for whoever is signed in, or with `allowDangerousCredentialListing`.
 */
export const WebAuthn = (options: WebAuthnUserConfig = {}): WebAuthnConfig => ({
  id: 'webauthn',
  name: 'WebAuthn',
  type: 'webauthn',
  enableConditionalUI: true,
  // Required of whoever signs up; whoever has a passkey need not say who they are.
  formFields: { email: { label: 'Email', type: 'email', required: true, autocomplete: 'username webauthn' } },
  authenticationOptions: { timeout: 300_000 },
  registrationOptions: { timeout: 300_000, authenticatorSelection: { residentKey: 'preferred' } },
  options,
})

export default WebAuthn
