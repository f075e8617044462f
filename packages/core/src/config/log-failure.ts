import { toHex } from '../base/bytes.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { keepErrorDetails } from '../errors/error-details.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import { isByUser, logError } from './logger.ts'

/**
 * Logs the error of a request. Returns its reference: eight characters that a user can read to support. On a development server, the page
 * with the reference shows what the log says.
 */
export const logFailure = (logger: LoggerInstance, error: AuthError, runtime: Runtime): string => {
  const reference = toHex(runtime.random(4)).toUpperCase()
  logError(logger, error, { reference })
  if (runtime.isDevelopment === true) keepErrorDetails(reference, error)
  return reference
}

/**
 * Whether the page of an error has its reference. On a development server it shows the developer what failed. In production users see
 * those that the log has: it has their own mistakes with `debug: true` only. The sign-in page shows none for these, such as a wrong
 * password.
 */
export const showsReference = (
  error: AuthError,
  { debug }: { readonly debug?: boolean | undefined },
  { isDevelopment }: Runtime,
): boolean => isDevelopment === true || !isByUser(error) || (debug === true && error.kind !== 'signIn')
