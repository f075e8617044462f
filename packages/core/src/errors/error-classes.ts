import { AuthError, SignInError, type AuthErrorCause } from './auth-error.ts'
import { errorTable, type ErrorType } from './error-table.ts'

/**
 * Makes an error of a type that has no class of its own. Code recognizes it by its `type`.
 *
 * @example
 * throw authError('AccessDenied', 'The account is locked')
 */
export const authError = (type: ErrorType, message?: string, details?: AuthErrorCause): AuthError =>
  Object.assign(new AuthError(message, details), { name: type, type, kind: errorTable[type].kind })

/** A base class whose errors have this type. */
const typed = (type: ErrorType, Base: typeof AuthError = AuthError): typeof AuthError =>
  class extends Base {
    static override type: string = type
  }

/**
 * The `signIn` callback refused or threw.
 * @example const isRefused = (error: unknown) => error instanceof AccessDenied
 */
export class AccessDenied extends typed('AccessDenied') {}

/**
 * The account or its e-mail address belongs to another user.
 * @example const needsOtherMethod = (error: unknown) => error instanceof AccountNotLinked
 */
export class AccountNotLinked extends typed('AccountNotLinked', SignInError) {}

/**
 * A method of the adapter threw, or returned unusable data.
 * @example const isDatabaseDown = (error: unknown) => error instanceof AdapterError
 */
export class AdapterError extends typed('AdapterError') {}

/**
 * Code outside this library failed during a request.
 * @example const reasonOf = (error: CallbackRouteError) => error.cause?.err?.message
 */
export class CallbackRouteError extends typed('CallbackRouteError') {}

/**
 * Throw it from `authorize` to refuse. The browser sees `code`, so `code` must not tell which credential was wrong.
 * @example
 * class Locked extends CredentialsSignin {
 *   code = 'locked'
 * }
 */
export class CredentialsSignin extends typed('CredentialsSignin', SignInError) {
  /**
   * The `code` parameter of the redirect to the sign-in page. @default 'credentials'
   * @example class Locked extends CredentialsSignin { code = 'locked' }
   */
  code = 'credentials'
}

/**
 * The e-mail could not be sent.
 * @example const isMailDown = (error: unknown) => error instanceof EmailSignInError
 */
export class EmailSignInError extends typed('EmailSignInError', SignInError) {}

/**
 * An event handler threw or took too long. It is only logged.
 * @example const failedEvent = (error: Error) => error instanceof EventError && error.cause
 */
export class EventError extends typed('EventError') {}

/**
 * An option has an invalid value.
 * @example throw new InvalidConfig('The tenant has no client id', { tenant: 'acme' })
 */
export class InvalidConfig extends typed('InvalidConfig') {}

/**
 * The text that the user typed is not one plain e-mail address, or `normalizeIdentifier` refused it.
 * @example const isTypingError = (error: unknown) => error instanceof InvalidEmail
 */
export class InvalidEmail extends typed('InvalidEmail', SignInError) {}

/**
 * There is no secret.
 * @example if (process.env['AUTH_SECRET'] === undefined) throw new MissingSecret('Set AUTH_SECRET')
 */
export class MissingSecret extends typed('MissingSecret') {}

/**
 * A secret can be guessed: it is too short, blank or well known.
 * @example const isWeak = (error: unknown) => error instanceof WeakSecret
 */
export class WeakSecret extends typed('WeakSecret', MissingSecret) {}

/**
 * The account at the provider, or its e-mail address, belongs to another user.
 * @example const belongsToOther = (error: unknown) => error instanceof OAuthAccountNotLinked
 */
export class OAuthAccountNotLinked extends typed('OAuthAccountNotLinked', SignInError) {}

/**
 * The provider's response is an error, or does not prove who signed in.
 * @example const didProviderRefuse = (error: unknown) => error instanceof OAuthCallbackError
 */
export class OAuthCallbackError extends typed('OAuthCallbackError', SignInError) {}

/**
 * A provider token of an account could not be sealed or opened.
 * @example const isSealBroken = (error: unknown) => error instanceof ProviderTokensError
 */
export class ProviderTokensError extends typed('ProviderTokensError') {}

/**
 * The user signed in too long ago to change the account's sign-in methods.
 * @example const mustSignInAgain = (error: unknown) => error instanceof ReauthenticationRequired
 */
export class ReauthenticationRequired extends typed('ReauthenticationRequired', SignInError) {}

/**
 * A limit was exceeded (RFC 6585 §4).
 * @example throw new TooManyRequests('Too many exports', { retryAfter: 60 })
 */
export class TooManyRequests extends typed('TooManyRequests', SignInError) {}

/**
 * A link or code is wrong, used or expired.
 * @example const isLinkUsed = (error: unknown) => error instanceof Verification
 */
export class Verification extends typed('Verification') {}
