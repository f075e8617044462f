import { AuthError, SignInError } from './auth-error.ts'

/** The `signIn` callback refused or threw. */
export class AccessDenied extends AuthError {
  static override type = 'AccessDenied'
}

/** The account belongs to another user, or the e-mail address does. */
export class AccountNotLinked extends SignInError {
  static override type = 'AccountNotLinked'
}

/** A stored token of an account could not be opened, or not be sealed. */
export class ProviderTokensError extends AuthError {
  static override type = 'ProviderTokensError'
}

/** An adapter method threw. */
export class AdapterError extends AuthError {
  static override type = 'AdapterError'
}

/** Something outside this library failed during a callback. */
export class CallbackRouteError extends AuthError {
  static override type = 'CallbackRouteError'
}

/**
 * Throw it from `authorize` to refuse. `code` reaches the browser, so it must not tell which part was wrong.
 *
 * @example
 * class Locked extends CredentialsSignin {
 *   code = 'locked'
 * }
 */
export class CredentialsSignin extends SignInError {
  static override type = 'CredentialsSignin'
  /** Goes into the `code` query parameter. */
  code = 'credentials'
}

/** Two providers ask for autofill sign-in. */
export class DuplicateConditionalUI extends AuthError {
  static override type = 'DuplicateConditionalUI'
}

/** The mail could not be sent, or the address cannot be written to. */
export class EmailSignInError extends SignInError {
  static override type = 'EmailSignInError'
}

/** The owner's error page asks for a sign-in itself. */
export class ErrorPageLoop extends AuthError {
  static override type = 'ErrorPageLoop'
}

/** An event handler threw. Logged only. */
export class EventError extends AuthError {
  static override type = 'EventError'
}

/** A feature needs its switch under `experimental`. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override type = 'ExperimentalFeatureNotEnabled'
}

/** A return address that is no http or https address. */
export class InvalidCallbackUrl extends AuthError {
  static override type = 'InvalidCallbackUrl'
}

/** The answer of a provider does not belong to an attempt this browser began. */
export class InvalidCheck extends AuthError {
  static override type = 'InvalidCheck'
}

/** A configured option cannot be meant. */
export class InvalidConfig extends AuthError {
  static override type = 'InvalidConfig'
}

/** A provider has neither an issuer nor the endpoints it needs. */
export class InvalidEndpoints extends AuthError {
  static override type = 'InvalidEndpoints'
}

/** There is no such provider, or it cannot do this. */
export class InvalidProvider extends AuthError {
  static override type = 'InvalidProvider'
}

/** A session token could not be read, or a callback failed on it. */
export class JWTSessionError extends AuthError {
  static override type = 'JWTSessionError'
}

/** A feature needs a database adapter. */
export class MissingAdapter extends AuthError {
  static override type = 'MissingAdapter'
}

/** The adapter lacks methods that the configuration needs. */
export class MissingAdapterMethods extends AuthError {
  static override type = 'MissingAdapterMethods'
}

/** A credentials provider has no `authorize`. */
export class MissingAuthorize extends AuthError {
  static override type = 'MissingAuthorize'
}

/** A request that changes something neither came from this site nor carried the right token. */
export class MissingCSRF extends SignInError {
  static override type = 'MissingCSRF'
}

/** There is no secret. */
export class MissingSecret extends AuthError {
  static override type = 'MissingSecret'
}

/** A passkey form has no field that offers autofill. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override type = 'MissingWebAuthnAutocomplete'
}

/** The account or its e-mail address belongs to another user. */
export class OAuthAccountNotLinked extends SignInError {
  static override type = 'OAuthAccountNotLinked'
}

/** The provider answered with an error, or with something that is no proof. */
export class OAuthCallbackError extends SignInError {
  static override type = 'OAuthCallbackError'
}

/** `profile()` threw, or named no id. */
export class OAuthProfileParseError extends AuthError {
  static override type = 'OAuthProfileParseError'
}

/** The authorization request could not be made. */
export class OAuthSignInError extends SignInError {
  static override type = 'OAuthSignInError'
}

/** A database session could not be read. */
export class SessionTokenError extends AuthError {
  static override type = 'SessionTokenError'
}

/** A session could not be ended in the database. */
export class SignOutError extends AuthError {
  static override type = 'SignOutError'
}

/** Something was tried too often within a time (RFC 6585 §4). */
export class TooManyRequests extends SignInError {
  static override type = 'TooManyRequests'
}

/** There is no such action, or not with this method. */
export class UnknownAction extends AuthError {
  static override type = 'UnknownAction'
}

/** The session strategy cannot work with this configuration. */
export class UnsupportedStrategy extends AuthError {
  static override type = 'UnsupportedStrategy'
}

/** The request's host is not trusted. */
export class UntrustedHost extends AuthError {
  static override type = 'UntrustedHost'
}

/** A link or code is wrong, used or too old. */
export class Verification extends AuthError {
  static override type = 'Verification'
}

/** Somebody is signed in, but not recently enough to change how they sign in. */
export class ReauthenticationRequired extends SignInError {
  static override type = 'ReauthenticationRequired'
}

/** Somebody has to sign in first. */
export class SessionRequired extends SignInError {
  static override type = 'SessionRequired'
}

/** A passkey ceremony could not be verified. */
export class WebAuthnVerificationError extends AuthError {
  static override type = 'WebAuthnVerificationError'
}

/** A secret is too short to keep one. */
export class WeakSecret extends MissingSecret {
  static override type = 'WeakSecret'
}
