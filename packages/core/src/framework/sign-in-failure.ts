import { AuthError } from '../errors/auth-error.ts'
import { CredentialsSignin } from '../errors/error-classes.ts'
import { errorInfo } from '../errors/error-table.ts'
import { pageAddress, type ConfiguredAuth } from './configured-auth.ts'

/** What a page may show of a failed sign-in. A type and no interface: some frameworks demand an index signature. */
export type SignInFailure = {
  /** The public type of the error, such as `CredentialsSignin`. */
  error: string
  /** The `code` of a `CredentialsSignin`. */
  code?: string
  /** Seconds until the next attempt is allowed, after `TooManyRequests`. */
  retryAfter?: number
}

/**
 * The failure that a page may show, with its HTTP status; `undefined` for an error that the developer has to fix.
 *
 * @example
 * findSignInFailure(new CredentialsSignin())?.failure.error // 'CredentialsSignin'
 */
export const findSignInFailure = (
  error: unknown,
): { readonly status: number; readonly failure: SignInFailure } | undefined => {
  const { type, status, isPublic, retryAfter } = errorInfo(error)
  if (!(error instanceof AuthError) || !isPublic) return undefined
  const failure: SignInFailure = { error: type }
  if (error instanceof CredentialsSignin) failure.code = error.code
  if (retryAfter !== undefined) failure.retryAfter = retryAfter
  return { status, failure }
}

/**
 * The address of the page that shows an error, as after every failed sign-in of the engine. A path if it is on this origin.
 *
 * @example
 * const location = errorAddress(new CredentialsSignin(), await authFor(undefined), 'https://app.example')
 */
export const errorAddress = (error: AuthError, auth: ConfiguredAuth, origin: string): string =>
  pageAddress(auth, error.kind, origin, findSignInFailure(error)?.failure ?? { error: errorInfo(error).type })
