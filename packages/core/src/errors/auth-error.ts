import { isObject } from '../base/json.ts'

/**
 * Details of an error for the log. `err` is the error that caused it.
 * @example const cause: AuthErrorCause = { err: new Error('connect ECONNREFUSED'), tenant: 'acme' }
 */
export type AuthErrorCause = Record<string, unknown> & {
  /**
   * The error that caused this one.
   * @example err: new Error('connect ECONNREFUSED')
   */
  err?: Error
  /**
   * What the developer can do about it, for the log. Without it the log has the text of the error's type.
   * @example fix: 'Set ACME_URL.'
   */
  fix?: string
}

const readCause = (options: unknown): AuthErrorCause => {
  if (!isObject(options)) return causeOf(options)
  const { cause, ...details } = options
  return { ...details, ...(isObject(cause) ? cause : causeOf(cause)) }
}

/**
 * The base class of all errors of this library. Details in the constructor are for the log; they never reach a browser.
 * @example
 * throw new AuthError('No such tenant', { tenant: 'acme' })
 */
export class AuthError extends Error {
  /** Identifies the error. A subclass without its own `type` inherits its parent's. */
  static type: string = 'AuthError'
  /** The page that shows the error: the sign-in page or the error page. */
  static kind: 'signIn' | 'error' = 'error'

  /** The type, as in the reference of errors. */
  readonly type: string
  /** The page that shows the error: the sign-in page or the error page. */
  readonly kind: 'signIn' | 'error'
  /** The error that caused this one, and facts about it. */
  override cause?: AuthErrorCause

  constructor(
    message?: string | Error | ErrorOptions | Record<string, unknown>,
    errorOptions?: ErrorOptions | Error | Record<string, unknown>,
  ) {
    super(typeof message === 'string' ? message : message instanceof Error ? message.message : '')
    const made = new.target
    this.name = made.name
    this.type = made.type
    this.kind = made.kind
    const causes = { ...readCause(message), ...readCause(errorOptions) }
    if (Object.keys(causes).length > 0) this.cause = causes
  }
}

/**
 * An error that sends the user back to the sign-in page.
 * @example
 * class Blocked extends SignInError {
 *   static override type = 'Blocked'
 * }
 */
export class SignInError extends AuthError {
  static override type: string = 'SignInError'
  static override kind: 'signIn' | 'error' = 'signIn'
}

/**
 * What a thrown value adds to the details of an error. Only an `Error` does: other values may hold anything.
 *
 * @example
 * try {
 *   await fetch('https://idp.example/token')
 * } catch (error) {
 *   throw new AuthError('The provider did not respond', causeOf(error))
 * }
 */
export const causeOf = (thrown: unknown): { readonly err?: Error } => (thrown instanceof Error ? { err: thrown } : {})
