import { isObject } from '../base/json.ts'

/** What an error may carry besides its message: details for the log, and under `err` the error that caused it. */
export type AuthErrorCause = Record<string, unknown> & { err?: Error }

const readCause = (options: unknown): AuthErrorCause | undefined => {
  if (options instanceof Error) return { err: options }
  if (!isObject(options)) return undefined
  const { cause, ...details } = options
  const inner = cause instanceof Error ? { err: cause } : isObject(cause) ? cause : {}
  const all = { ...details, ...inner }
  return Object.keys(all).length === 0 ? undefined : all
}

/**
 * The base of every error of this library. The `type` names it in logs and, for errors a person may learn of, on the
 * error page; details given to the constructor are evidence for the log and never reach a browser.
 *
 * @example
 * throw new AuthError('No such tenant', { tenant: 'acme' })
 */
export class AuthError extends Error {
  /** Names the kind of error; a subclass that states none inherits its parent's. */
  static type: string = 'AuthError'
  /** Which page tells the person: the sign-in page or the error page. */
  static kind: 'signIn' | 'error' = 'error'

  readonly type: string
  readonly kind: 'signIn' | 'error'
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
    const causes = { ...(typeof message === 'string' ? undefined : readCause(message)), ...readCause(errorOptions) }
    if (Object.keys(causes).length > 0) this.cause = causes
  }
}

/** An error that sends the person back to the sign-in page. */
export class SignInError extends AuthError {
  static override type: string = 'SignInError'
  static override kind: 'signIn' | 'error' = 'signIn'
}
