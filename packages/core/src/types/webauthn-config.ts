import type { Awaitable } from '../base/async.ts'
import type { Adapter } from './adapter.ts'
import type { CredentialInput, CommonProviderOptions } from './provider-type.ts'
import type { User } from './user.ts'

/**
 * The relying party (WebAuthn L3 §4). The spelling "relaying" is the published name of the option.
 * @example const relayingParty: RelayingParty = { id: 'example.com', name: 'Acme', origin: 'https://app.example.com' }
 */
export interface RelayingParty {
  /**
   * The RP ID: the application's host or a parent domain. Of a list, the first entry is used. @default the host
   * @example id: 'example.com'
   */
  id?: string | readonly string[]
  /**
   * The name that authenticators show. Of a list, the first entry is used. @default the host
   * @example name: 'Acme'
   */
  name?: string | readonly string[]
  /**
   * The origins that may run a ceremony, compared exactly. @default the trusted origin of the request
   * @example origin: ['https://example.com', 'https://app.example.com']
   */
  origin?: string | readonly string[]
}

/**
 * Requirements for the authenticator (WebAuthn L3 §5.4.4). `residentKey` is `'required'` by default.
 * @example const selection: AuthenticatorSelection = { authenticatorAttachment: 'cross-platform' }
 */
export type AuthenticatorSelection = Omit<AuthenticatorSelectionCriteria, 'requireResidentKey'>

interface CeremonyOptions {
  /**
   * Milliseconds. @default 300000
   * @example timeout: 10 * 60 * 1000
   */
  timeout?: number
  /**
   * Client extension inputs (WebAuthn L3 §9).
   * @example extensions: { credProps: true }
   */
  extensions?: Readonly<Record<string, unknown>>
}

/**
 * Options of a sign-in with a passkey, as `@simplewebauthn/server` has them.
 * @example const options: WebAuthnAuthenticationOptions = { timeout: 10 * 60 * 1000 }
 */
export interface WebAuthnAuthenticationOptions extends CeremonyOptions {
  /**
   * Whether the authenticator must verify the user, for example by a PIN. `'preferred'` and `'discouraged'` need
   * `requireUserVerification: false`. @default 'required', or 'preferred' if `requireUserVerification` is `false`
   * @example userVerification: 'discouraged'
   */
  userVerification?: UserVerificationRequirement
}

/**
 * Options of the registration of a passkey, as `@simplewebauthn/server` has them.
 * @example
 * const options: WebAuthnRegistrationOptions = {
 *   attestationType: 'direct',
 *   authenticatorSelection: { authenticatorAttachment: 'cross-platform' },
 * }
 */
export interface WebAuthnRegistrationOptions extends CeremonyOptions {
  /**
   * Whether the authenticator proves its model. @default 'none'
   * @example attestationType: 'direct'
   */
  attestationType?: 'none' | 'direct' | 'enterprise'
  /**
   * Which authenticators can create the passkey (WebAuthn §5.4.4).
   * @example authenticatorSelection: { authenticatorAttachment: 'cross-platform' }
   */
  authenticatorSelection?: AuthenticatorSelection
  /**
   * COSE algorithms in order of preference. @default [-8, -7, -257]: EdDSA, ES256, RS256
   * @example supportedAlgorithmIDs: [-7, -257]
   */
  supportedAlgorithmIDs?: readonly number[]
  /**
   * Which kind of authenticator the browser offers first.
   * @example preferredAuthenticatorType: 'securityKey'
   */
  preferredAuthenticatorType?: 'securityKey' | 'localDevice' | 'remoteDevice'
}

/**
 * What is required of the response of a ceremony.
 * @example const options: WebAuthnVerifyOptions = { expectedTopOrigin: 'https://portal.example.com' }
 */
export interface WebAuthnVerifyOptions {
  /**
   * Refuse a response without user verification. With `false`, possession is enough. @default true
   * @example requireUserVerification: false
   */
  requireUserVerification?: boolean
  /**
   * Origins of the top-level pages that may run a ceremony in a frame. @default none
   * @example expectedTopOrigin: ['https://portal.example.com']
   */
  expectedTopOrigin?: string | readonly string[]
}

/**
 * The attestation statement formats (WebAuthn L3 §8.7, §8.2) that can be accepted.
 * @example const attestationFormats: AttestationFormat[] = ['packed']
 */
export type AttestationFormat = 'none' | 'packed'

/**
 * The request, as the functions of a provider receive it.
 * @example const typedAddress = ({ query }: WebAuthnRequest) => query.email
 */
export interface WebAuthnRequest {
  /** The HTTP method. */
  readonly method: string
  /** The absolute URL. */
  readonly url: URL
  /** The headers by name. */
  readonly headers: Headers
  /** The query parameters. */
  readonly query: Readonly<Record<string, string>>
  /** The form fields. */
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * The response of `GET /webauthn-options/<provider>` (WebAuthn L3 §5.1.9, §5.1.10).
 * @example
 * const response = await fetch('/auth/webauthn-options/passkey?action=authenticate')
 * const { options } = (await response.json()) as WebAuthnOptionsResponseBody
 */
export type WebAuthnOptionsResponseBody =
  | {
      /** Whether the ceremony signs in or registers. */
      action: 'authenticate'
      /** The options for the browser. */
      options: PublicKeyCredentialRequestOptionsJSON
    }
  | {
      /** Whether the ceremony signs in or registers. */
      action: 'register'
      /** The options for the browser. */
      options: PublicKeyCredentialCreationOptionsJSON
    }

/**
 * A version number in the form `v1.2.3`.
 * @example const version: SemverString = 'v13.1.0'
 */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`

/**
 * What the functions of a provider receive beside the request.
 * @example const relayingPartyId = ({ origin }: WebAuthnContext) => new URL(origin).hostname
 */
export interface WebAuthnContext {
  /** The trusted origin of the application. */
  readonly origin: string
  /** The passkey provider. */
  readonly provider: WebAuthnConfig
  /** The adapter of the config. */
  readonly adapter: Adapter | undefined
}

/**
 * Returns the user for a ceremony: one who exists, a new one, or `null` to refuse.
 * @example
 * const getUserInfo: GetUserInfo = (_context, { query: { email, name } }) =>
 *   email === undefined ? null : { user: { email, name }, exists: false }
 */
export type GetUserInfo = (
  context: WebAuthnContext,
  request: WebAuthnRequest,
) => Awaitable<{ user: User; exists: boolean } | null>

interface WebAuthnOptions {
  /**
   * The relying party of all requests.
   * @example relayingParty: { id: 'example.com', name: 'Acme', origin: 'https://app.example.com' }
   */
  relayingParty?: RelayingParty
  /**
   * Returns the relying party for a request. Used instead of `relayingParty`.
   * @example getRelayingParty: ({ origin }) => ({ id: new URL(origin).hostname, name: 'Acme' })
   */
  getRelayingParty?: (context: WebAuthnContext, request: WebAuthnRequest) => Awaitable<RelayingParty>
  /**
   * Returns the user who signs up. `null` and `exists: true` refuse: only a signed-in user can add a passkey to an
   * existing account. @default a user with the address in the form field `email`
   * @example getUserInfo: (_context, { query: { email, name } }) => ({ user: { email, name }, exists: false })
   */
  getUserInfo?: GetUserInfo
  /**
   * Let the autofill of the browser offer passkeys on the sign-in page. Only one provider can. @default true
   * @example enableConditionalUI: false
   */
  enableConditionalUI?: boolean
  /**
   * The fields of the form on the sign-in page. @default one field for the e-mail address
   * @example formFields: { email: { label: 'Work e-mail', type: 'email', autocomplete: 'username webauthn' } }
   */
  formFields?: Record<string, CredentialInput>
  /**
   * Options of a sign-in.
   * @example authenticationOptions: { timeout: 10 * 60 * 1000 }
   */
  authenticationOptions?: WebAuthnAuthenticationOptions
  /**
   * Options of a registration.
   * @example registrationOptions: { authenticatorSelection: { authenticatorAttachment: 'cross-platform' } }
   */
  registrationOptions?: WebAuthnRegistrationOptions
  /**
   * What is required of the response to a sign-in.
   * @example verifyAuthenticationOptions: { requireUserVerification: false }
   */
  verifyAuthenticationOptions?: WebAuthnVerifyOptions
  /**
   * What is required of the response to a registration.
   * @example verifyRegistrationOptions: { requireUserVerification: false }
   */
  verifyRegistrationOptions?: WebAuthnVerifyOptions
  /**
   * Certificates of `packed` need trust anchors: `SettingsService` of @simplewebauthn. @default ['none', 'packed']
   * @example attestationFormats: ['none']
   */
  attestationFormats?: readonly AttestationFormat[]
  /**
   * Send the credential IDs of an e-mail address to any client that names it, for security keys without discoverable
   * credentials. A client that compares responses over time can learn which addresses have an account. @default false
   * @example allowDangerousCredentialListing: true
   */
  allowDangerousCredentialListing?: boolean
  /**
   * Accepted without effect: the built-in pages contain their script.
   * @example simpleWebAuthnBrowserVersion: 'v13.1.0'
   */
  simpleWebAuthnBrowserVersion?: string | false
}

/**
 * A passkey provider.
 * @example
 * const passkey: WebAuthnConfig = { id: 'passkey', name: 'Passkey', type: 'webauthn', relayingParty: { name: 'Acme' } }
 */
export interface WebAuthnConfig extends CommonProviderOptions, WebAuthnOptions {
  /**
   * `webauthn`: the user signs in with a passkey.
   * @example type: 'webauthn'
   */
  type: 'webauthn'
  /**
   * The options that the application passed to the provider function.
   * @example options: { relayingParty: { name: 'Acme' } }
   */
  options?: WebAuthnUserConfig
  [option: string]: unknown
}
/**
 * The type of a passkey provider.
 * @example const isPasskey = (type: ProviderType): type is WebAuthnProviderType => type === 'webauthn'
 */
export type WebAuthnProviderType = 'webauthn'

/**
 * The options of a passkey provider.
 * @example
 * const options: WebAuthnUserConfig = { relayingParty: { name: 'Acme' }, attestationFormats: ['none'] }
 * const passkey = Passkey(options)
 */
export type WebAuthnUserConfig = WebAuthnOptions & Partial<Pick<CommonProviderOptions, 'id' | 'name'>>
