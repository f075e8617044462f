import { AuthError } from '../errors/auth-error.ts'
import { errorInfo } from '../errors/error-table.ts'

/**
 * The response to an `AuthError` that the application did not catch, for servers that have none of their own. The engine has logged it.
 *
 * @example
 * const response = errorResponse(new CredentialsSignin()) // status 401
 */
export const errorResponse = (error: AuthError): Response => {
  const { status, type } = errorInfo(error)
  return Response.json({ error: type }, { status, headers: { 'cache-control': 'private, no-store' } })
}

/**
 * Throws an error of the engine again. An `AuthError` gets the members of errors of `http-errors`, in which servers look for the response
 * to an error that the application does not catch: an outage then has status 503 and not 500, and no message reaches the client. For
 * Hono it gets `getResponse`. The members are not enumerable, so no framework sends them to a browser with the error. Koa writes to them.
 */
export const throwWithStatus = (thrown: unknown): never => {
  if (thrown instanceof AuthError) {
    const { status } = errorInfo(thrown)
    const members = { status, statusCode: status, expose: false, getResponse: () => errorResponse(thrown) }
    for (const [name, value] of Object.entries(members))
      if (!(name in thrown)) Object.defineProperty(thrown, name, { value, writable: true, configurable: true })
  }
  throw thrown
}
