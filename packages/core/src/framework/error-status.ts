import { AuthError } from '../errors/auth-error.ts'
import { defined, isObject } from '../base/json.ts'
import { CredentialsSignin } from '../errors/error-classes.ts'
import { findReference } from '../errors/error-reference.ts'
import { errorInfo } from '../errors/error-table.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import type { RequestLike } from '../types/http.ts'
import { isSamePage } from '../web/origin.ts'
import { isLoopback } from '../web/redirect-target.ts'
import { isPageRequest } from './access.ts'
import { pageAddress, type ConfiguredAuth } from './configured-auth.ts'

/** What the log says of an error that the browser of a developer shows. Of a development server only. */
const explanations = new WeakMap<Error, { readonly text: string; readonly page: string }>()

/** The errors of the engine, which has logged them. */
const logged = new WeakSet<AuthError>()

/**
 * Whether the library has logged this error, or decided that it belongs into no log, such as a wrong password. For frameworks that log each
 * error that a handler throws.
 *
 * @example
 * const onError = (error: unknown): void => {
 *   if (!isLogged(error)) console.error(error)
 * }
 */
export const isLogged = (error: unknown): boolean => error instanceof AuthError && logged.has(error)

/** Whether the browser shows the response as a page: also that to a form. */
const isPage = ({ url, headers }: RequestLike): boolean => isPageRequest({ url, headers, method: 'GET' })

/**
 * On a development server: an error of a page request of the same machine gets a message with all that the log says: the causes, what to
 * do, and the section of the documentation. The error pages of most frameworks show the message or the stack.
 */
export const explainToDeveloper = async (error: unknown, request: RequestLike): Promise<void> => {
  if (defaultRuntime.isDevelopment !== true || !(error instanceof AuthError) || explanations.has(error)) return
  if (!isPage(request) || !isLoopback(new URL(request.url))) return
  const explanation = (await import('../errors/error-details.ts')).explainError(error)
  const { text } = explanation
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  explanations.set(error, explanation)
  error.message = text.slice(error.type.length + 2).trimEnd()
  error.stack = [text.trimEnd(), ...frames].join('\n')
}

/**
 * What the log says of an error whose page request came from the same machine, on a development server. `undefined` for all others.
 *
 * @example
 * const textOf = (error: unknown) => explanationOf(error) ?? 'Internal Server Error'
 */
export const explanationOf = (error: unknown): string | undefined =>
  error instanceof Error ? explanations.get(error)?.text : undefined

/**
 * The same as a page with a link to the documentation, for servers that have no error page of their own.
 *
 * @example
 * const pageOf = (error: unknown) => explanationPage(error) ?? '<!doctype html><p>Internal Server Error</p>'
 */
export const explanationPage = (error: unknown): string | undefined =>
  error instanceof Error ? explanations.get(error)?.page : undefined

/** A response with the page. `undefined` for an error that no developer may see. */
const pageResponse = (error: unknown, status: number): Response | undefined => {
  const page = explanationPage(error)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' }
  return page === undefined ? undefined : new Response(page, { status, headers })
}

/**
 * On a development server: a response with what the log says, if the page of the developer failed because a sign-in, a sign-out or the
 * session did. For frameworks whose error page does not show the error. Call it for a response with status 500 only, because it reads the
 * session.
 *
 * @example
 * const response = (await explainFailure(context, request)) ?? new Response('Internal Error', { status: 500 })
 */
export const explainFailure = async (
  { session, lastError }: { readonly session: () => Promise<unknown>; readonly lastError: () => unknown },
  request: RequestLike,
): Promise<Response | undefined> => {
  if (defaultRuntime.isDevelopment !== true || !isPage(request)) return undefined
  const readError = (): Promise<unknown> =>
    session().then(
      () => undefined,
      (error: unknown) => error,
    )
  return pageResponse(lastError(), 500) ?? pageResponse(await readError(), 500)
}

/**
 * The response to an `AuthError` that the application did not catch, for servers that have none of their own. The engine has logged it.
 * On a development server, a page request of the same machine gets what the log says.
 *
 * @example
 * const response = uncaughtResponse(new CredentialsSignin()) // status 401
 */
export const uncaughtResponse = (error: AuthError): Response => {
  const { status, type } = errorInfo(error)
  const init = { status, headers: { 'cache-control': 'private, no-store' } }
  return (
    pageResponse(error, status) ?? Response.json({ error: type, ...defined({ reference: findReference(error) }) }, init)
  )
}

/**
 * What users may see of an error that the application did not catch: its public type, and the reference of the line in the log. `undefined`
 * for an error that no log has.
 *
 * @example
 * const messageOf = (error: unknown) => `Internal Error (${describeUncaught(error) ?? 'no reference'})`
 */
export const describeUncaught = (error: unknown): string | undefined => {
  const reference = error instanceof AuthError ? findReference(error) : undefined
  return reference && `${errorInfo(error).type}, reference ${reference}`
}

/** What Hono calls. */
function getResponse(this: AuthError): Response {
  return uncaughtResponse(this)
}

/**
 * Throws an error of the engine again. An `AuthError` gets the members of errors of `http-errors`, in which servers look for the response
 * to an error that the application does not catch: an outage then has status 503 and not 500, and no message reaches the client, besides
 * the explanation for the developer. For Hono it gets `getResponse`. The members are not enumerable, so no framework sends them to a
 * browser with the error. Koa writes to them.
 */
export const throwWithStatus = (thrown: unknown, printsCause: boolean): never => {
  if (thrown instanceof AuthError) {
    logged.add(thrown)
    const { status } = errorInfo(thrown)
    const define = (target: object, name: string, value: unknown): void => {
      if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true })
    }
    for (const [name, value] of Object.entries({ status, statusCode: status, expose: explanations.has(thrown) }))
      define(thrown, name, value)
    const { cause } = thrown
    // Only where it helps: for React, an object with a method is no plain object, and it warns.
    if (printsCause && isObject(cause) && !Object.hasOwn(cause, 'toString') && Object.isExtensible(cause))
      Object.defineProperty(cause, 'toString', { value: () => String(cause.err ?? '') })
    // Not a member of the error itself: SolidStart serializes those, and its response would never end with a function.
    define(AuthError.prototype, 'getResponse', getResponse)
  }
  throw thrown
}

/**
 * What a page may show of a failed sign-in. A type and no interface: some frameworks demand an index signature.
 * @example const retryText = ({ retryAfter }: SignInFailure) => retryAfter && `Try again in ${retryAfter} seconds`
 */
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
 * A sign-in that failed, in case the application does not catch its error.
 * @example const redirect = ({ location }: FailedSignIn) => new Response(null, { status: 302, headers: { location } })
 */
export interface FailedSignIn {
  /** The error that the sign-in threw. */
  readonly error: AuthError
  /** The address of the page that shows it. A path if it is on the origin of the request. */
  readonly location: string
}

/** Whether a script of a page sent the request (Fetch Metadata §2.1). It would follow a redirect, and take the page for a success. */
const isFromScript = ({ headers }: RequestLike): boolean => headers.get('sec-fetch-dest') === 'empty'

/**
 * The page that shows an error, with its reference, as after every failed sign-in of the engine. `undefined` for an error that the
 * developer has to fix, for a request that cannot be redirected, and for a page that fails itself: the redirect would never end.
 */
export const describeFailedSignIn = (
  error: AuthError,
  auth: ConfiguredAuth,
  request: RequestLike,
  followsRedirects: boolean,
): FailedSignIn | undefined => {
  const found = findSignInFailure(error)
  if (found === undefined || (!followsRedirects && isFromScript(request))) return undefined
  const url = new URL(request.url)
  const parameters = { ...found.failure, ...defined({ reference: findReference(error) }) }
  const location = pageAddress(auth, error.kind, url.origin, parameters)
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  return isGet && isSamePage(new URL(location, url), url) ? undefined : { error, location }
}

/**
 * The response of the application's handler. If the handler does not catch the error of a failed sign-in, it is a redirect to the page
 * that shows the error. All other errors are thrown again. For frameworks whose middleware gets the errors of handlers.
 *
 * @param followsRedirects whether the framework's own script sent the request, and opens the page. @default false
 * @example
 * const response = await redirectFailedSignIn(context, async () => new Response(await context.signIn('github')))
 */
export const redirectFailedSignIn = async <Result>(
  { failedSignIn }: { readonly failedSignIn: (followsRedirects?: boolean) => Promise<FailedSignIn | undefined> },
  handler: () => Result | PromiseLike<Result>,
  followsRedirects = false,
): Promise<Result | Response> => {
  try {
    return await handler()
  } catch (thrown) {
    const failed = await failedSignIn(followsRedirects)
    if (failed === undefined || failed.error !== thrown) throw thrown
    const headers = { location: failed.location, 'cache-control': 'private, no-store' }
    return new Response(null, { status: 302, headers })
  }
}
