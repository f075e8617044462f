import { AuthError, SignInError, type AuthErrorCause } from './auth-error.ts'
import { errorTable, type ErrorType } from './error-table.ts'

/**
 * Makes an error of a type that has no class of its own. Code recognizes it by its `type`. The types with a class are below: some
 * code, or an application, catches them by class.
 *
 * @example
 * throw authError('MissingCSRF', 'The request came from another site')
 */
export const authError = (type: ErrorType, message?: string, details?: AuthErrorCause): AuthError =>
  Object.assign(new AuthError(message, details), { name: type, type, kind: errorTable[type].kind })

/** The `signIn` callback refused or threw. */
export class AccessDenied extends AuthError {
  static override type = 'AccessDenied'
}

/** The account or its e-mail address belongs to another user. */
export class AccountNotLinked extends SignInError {
  static override type = 'AccountNotLinked'
}

/** A method of the adapter threw, or returned unusable data. */
export class AdapterError extends AuthError {
  static override type = 'AdapterError'
}

/** Code outside this library failed during a request. */
export class CallbackRouteError extends AuthError {
  static override type = 'CallbackRouteError'
}

/**
 * Throw it from `authorize` to refuse. The browser sees `code`, so `code` must not tell which credential was wrong.
 *
 * @example
 * class Locked extends CredentialsSignin {
 *   code = 'locked'
 * }
 */
export class CredentialsSignin extends SignInError {
  static override type = 'CredentialsSignin'
  /** The `code` parameter of the redirect to the sign-in page. */
  code = 'credentials'
}

/** The e-mail could not be sent, or the address is invalid. */
export class EmailSignInError extends SignInError {
  static override type = 'EmailSignInError'
}

/** An event handler threw or took too long. It is only logged. */
export class EventError extends AuthError {
  static override type = 'EventError'
}

/** An option has an invalid value. */
export class InvalidConfig extends AuthError {
  static override type = 'InvalidConfig'
}

/** There is no secret. */
export class MissingSecret extends AuthError {
  static override type = 'MissingSecret'
}

/** A secret can be guessed: it is too short, blank or well known. */
export class WeakSecret extends MissingSecret {
  static override type = 'WeakSecret'
}

/** The account at the provider, or its e-mail address, belongs to another user. */
export class OAuthAccountNotLinked extends SignInError {
  static override type = 'OAuthAccountNotLinked'
}

/** The provider's response is an error, or does not prove who signed in. */
export class OAuthCallbackError extends SignInError {
  static override type = 'OAuthCallbackError'
}

/** A provider token of an account could not be sealed or opened. */
export class ProviderTokensError extends AuthError {
  static override type = 'ProviderTokensError'
}

/** The user signed in too long ago to change the account's sign-in methods. */
export class ReauthenticationRequired extends SignInError {
  static override type = 'ReauthenticationRequired'
}

/** A limit was exceeded (RFC 6585 §4). */
export class TooManyRequests extends SignInError {
  static override type = 'TooManyRequests'
}

/** A link or code is wrong, used or expired. */
export class Verification extends AuthError {
  static override type = 'Verification'
}
