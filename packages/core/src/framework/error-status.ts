import { AuthError } from '../errors/auth-error.ts'
import { errorInfo } from '../errors/error-table.ts'

/**
 * The response to an `AuthError` that the application did not catch, for servers that have none of their own. The engine has logged it.
 *
 * @example
 * const response = uncaughtResponse(new CredentialsSignin()) // status 401
 */
export const uncaughtResponse = (error: AuthError): Response => {
  const { status, type } = errorInfo(error)
  return Response.json({ error: type }, { status, headers: { 'cache-control': 'private, no-store' } })
}

/** What Hono calls. */
function getResponse(this: AuthError): Response {
  return uncaughtResponse(this)
}

/**
 * Throws an error of the engine again. An `AuthError` gets the members of errors of `http-errors`, in which servers look for the response
 * to an error that the application does not catch: an outage then has status 503 and not 500, and no message reaches the client. For
 * Hono it gets `getResponse`. The members are not enumerable, so no framework sends them to a browser with the error. Koa writes to them.
 */
export const throwWithStatus = (thrown: unknown): never => {
  if (thrown instanceof AuthError) {
    const { status } = errorInfo(thrown)
    const define = (target: object, name: string, value: unknown): void => {
      if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true })
    }
    for (const [name, value] of Object.entries({ status, statusCode: status, expose: false }))
      define(thrown, name, value)
    // Not a member of the error itself: SolidStart serializes those, and its response would never end with a function.
    define(AuthError.prototype, 'getResponse', getResponse)
  }
  throw thrown
}
