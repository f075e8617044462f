import type { WebAuthnConfig, WebAuthnUserConfig } from '../types/webauthn.ts'

/**
 * Passkeys (w3.org/TR/webauthn-3): kept by the authenticator together with the name of their user, who is checked by PIN,
 * finger or face. Needs `experimental.enableWebAuthn`, an adapter with the methods about authenticators, and the package
 * `@simplewebauthn/server`.
 */
export const Passkey = (options: WebAuthnUserConfig = {}): WebAuthnConfig => ({
  id: 'passkey',
  name: 'Passkey',
  type: 'webauthn',
  enableConditionalUI: true,
  // Required of whoever signs up; whoever has a passkey need not say who they are.
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
