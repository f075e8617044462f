import type { WebAuthnConfig, WebAuthnUserConfig } from '../types/webauthn-config.ts'

/**
 * Passkeys (w3.org/TR/webauthn-3): discoverable credentials. The authenticator stores the user's id and verifies the
 * user by PIN, fingerprint or face. Needs `experimental.enableWebAuthn`, an adapter with the authenticator methods, and
 * the package `@simplewebauthn/server`.
 * @example
 * import Passkey from '@authwright/core/providers/passkey'
 * const config = { providers: [Passkey], experimental: { enableWebAuthn: true } } // and an adapter
 */
export const Passkey = (options: WebAuthnUserConfig = {}): WebAuthnConfig => ({
  id: 'passkey',
  name: 'Passkey',
  type: 'webauthn',
  enableConditionalUI: true,
  // Required for sign-up only. A user with a passkey can leave it empty.
  formFields: { email: { label: 'Email', type: 'email', required: true, autocomplete: 'username webauthn' } },
  authenticationOptions: { timeout: 300_000, userVerification: 'required' },
  registrationOptions: {
    timeout: 300_000,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  },
  verifyAuthenticationOptions: { requireUserVerification: true },
  verifyRegistrationOptions: { requireUserVerification: true },
  options,
})

export default Passkey
