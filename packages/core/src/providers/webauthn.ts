import type { WebAuthnConfig, WebAuthnUserConfig } from '../types/webauthn-config.ts'

export type { GetUserInfo, RelayingParty, WebAuthnConfig, WebAuthnProviderType } from '../types/webauthn-config.ts'

/**
 * Milliseconds that the user has for a ceremony.
 * @example const authenticationOptions = { timeout: 2 * DEFAULT_WEBAUTHN_TIMEOUT }
 */
export const DEFAULT_WEBAUTHN_TIMEOUT = 300_000

/**
 * Passkeys and security keys (w3.org/TR/webauthn-3). Needs `experimental.enableWebAuthn`, an adapter with the
 * authenticator methods, and the package `@simplewebauthn/server`. Unlike `passkey` it also accepts security keys
 * without discoverable credentials. These need a list of credential ids, so they work only for a signed-in user or with
 * `allowDangerousCredentialListing`.
 * @example
 * import WebAuthn from '@authwright/core/providers/webauthn'
 * const config = { providers: [WebAuthn], experimental: { enableWebAuthn: true } } // and an adapter
 */
export const WebAuthn = (options: WebAuthnUserConfig = {}): WebAuthnConfig => ({
  id: 'webauthn',
  name: 'WebAuthn',
  type: 'webauthn',
  enableConditionalUI: true,
  // Required for sign-up only. A user with a passkey can leave it empty.
  formFields: { email: { label: 'Email', type: 'email', required: true, autocomplete: 'username webauthn' } },
  authenticationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT },
  registrationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT, authenticatorSelection: { residentKey: 'preferred' } },
  options,
})

export default WebAuthn
