import type { Awaitable } from '../base/awaitable.ts'
import type { Adapter } from './adapter.ts'
import type { CredentialInput } from './credential-input.ts'
import type { User } from './user.ts'
import type { CommonProviderOptions } from './provider-type.ts'

/** Who asks for passkeys (WebAuthn L3 §4). The misspelling is the published name. */
export interface RelayingParty {
  /**
   * The domain that passkeys belong to: the host of the site or a parent domain of it, without scheme or port. Of a list the
   * first counts.
   * @default the host of the request's trusted origin
   */
  id?: string | readonly string[]
  /** What authenticators show. Of a list the first counts. @default the host */
  name?: string | readonly string[]
  /** The origins that a ceremony may have been run on, exact to the letter. @default the request's trusted origin */
  origin?: string | readonly string[]
}

/** `required` asks the authenticator to check who is there: by PIN, finger or face (WebAuthn L3 §5.8.6). */
export type UserVerification = 'required' | 'preferred' | 'discouraged'

/** Wishes about the authenticator (WebAuthn L3 §5.4.4). */
export interface AuthenticatorSelection {
  authenticatorAttachment?: 'platform' | 'cross-platform'
  /** Whether a passkey can be found without a list of ids. @default 'required' */
  residentKey?: 'required' | 'preferred' | 'discouraged'
  userVerification?: UserVerification
}

/** Options of a sign-in ceremony. */
export interface WebAuthnAuthenticationOptions {
  /** Milliseconds. @default 300000 */
  timeout?: number
  userVerification?: UserVerification
  extensions?: Readonly<Record<string, unknown>>
}

/** Options of a registration ceremony. */
export interface WebAuthnRegistrationOptions {
  /** Milliseconds. @default 300000 */
  timeout?: number
  /** @default 'none' */
  attestationType?: 'none' | 'direct' | 'enterprise'
  authenticatorSelection?: AuthenticatorSelection
  /** COSE algorithms in the order of preference. @default [-8, -7, -257]: EdDSA, ES256, RS256 */
  supportedAlgorithmIDs?: readonly number[]
  preferredAuthenticatorType?: 'securityKey' | 'localDevice' | 'remoteDevice'
  extensions?: Readonly<Record<string, unknown>>
}

/** What is asked of an answer. */
export interface WebAuthnVerifyOptions {
  /**
   * Refuse answers whose authenticator did not check who is there. `false` makes the possession of a device enough.
   * @default true
   */
  requireUserVerification?: boolean
  /** Origins of pages that may embed ours in a frame and run a ceremony in it. @default none may */
  expectedTopOrigin?: string | readonly string[]
}

/** The attestation statement formats (WebAuthn L3 §8.7, §8.2) that can be accepted. */
export type AttestationFormat = 'none' | 'packed'

/** What the functions of a provider are told of a request. */
export interface WebAuthnRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** What the functions of a provider are told of the site. */
export interface WebAuthnContext {
  /** The application's own origin, as trusted. */
  readonly origin: string
  readonly provider: WebAuthnConfig
  readonly adapter: Adapter | undefined
}

/** A passkey provider. */
export interface WebAuthnConfig extends CommonProviderOptions {
  type: 'webauthn'
  relayingParty?: RelayingParty
  /** Works the relying party out for a request, instead of `relayingParty`. */
  getRelayingParty?: (context: WebAuthnContext, request: WebAuthnRequest) => Awaitable<RelayingParty>
  /**
   * Who wants to sign up. `null` refuses, and so does `exists: true`: nobody registers a passkey for a user who is there
   * already but that user, signed in. @default the address in the field `email`; nothing is looked up
   */
  getUserInfo?: (
    context: WebAuthnContext,
    request: WebAuthnRequest,
  ) => Awaitable<{ user: User; exists: boolean } | null>
  /** Let the browser offer passkeys in the form fields of the sign-in page. One provider only can. @default true */
  enableConditionalUI?: boolean
  /** The fields of the form on the sign-in page. @default one for the address */
  formFields?: Record<string, CredentialInput>
  authenticationOptions?: WebAuthnAuthenticationOptions
  registrationOptions?: WebAuthnRegistrationOptions
  verifyAuthenticationOptions?: WebAuthnVerifyOptions
  verifyRegistrationOptions?: WebAuthnVerifyOptions
  /**
   * The attestation formats that are accepted. A `packed` statement with certificates needs trust anchors, which are given to
   * `SettingsService` of `@simplewebauthn/server`; one without is signed by the passkey itself. @default ['none', 'packed']
   */
  attestationFormats?: readonly AttestationFormat[]
  /**
   * Tell anybody who names an address the ids of its passkeys, for security keys that cannot be found without. Addresses
   * nobody has get made-up ids, yet whoever compares closely learns who has an account, and can recognise a key.
   * @default false
   */
  allowDangerousCredentialListing?: boolean
  /** Accepted and without effect: the script of the built-in pages comes with them. */
  simpleWebAuthnBrowserVersion?: string | false
  options?: WebAuthnUserConfig
  [option: string]: unknown
}
export type WebAuthnProviderType = 'webauthn'

/** What the user of a passkey provider may say. */
export type WebAuthnUserConfig = Partial<
  Pick<
    WebAuthnConfig,
    | 'id'
    | 'name'
    | 'relayingParty'
    | 'getRelayingParty'
    | 'getUserInfo'
    | 'enableConditionalUI'
    | 'formFields'
    | 'authenticationOptions'
    | 'registrationOptions'
    | 'verifyAuthenticationOptions'
    | 'verifyRegistrationOptions'
    | 'attestationFormats'
    | 'allowDangerousCredentialListing'
    | 'simpleWebAuthnBrowserVersion'
  >
>
