import type { RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { toHex } from '../base/bytes.ts'
import { defined } from '../base/record.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { authError, CallbackRouteError, CredentialsSignin } from '../errors/error-classes.ts'
import { errorInfo } from '../errors/error-table.ts'
import { HandlerError } from '../web/handler-error.ts'
import type { Runtime } from '../runtime/types.ts'
import type { Cookie } from '../types/http.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import { json, redirectTo, show } from '../web/handler-response.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { homeTarget, pageTarget } from '../web/redirect-target.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import { leadsBack } from './redirect-loop.ts'
import { asReturnRedirect } from './respond.ts'
import { routeOf } from '../routes/routes.ts'

/** What went wrong, as one of ours, and the cookies that have to reach the browser all the same. */
export interface HandlerFailure {
  readonly error: AuthError
  readonly cookies: readonly Cookie[]
  /** Where the person can try again, when the flow knows better than the error's kind. */
  readonly retryPage?: RedirectTarget | undefined
}

/** Whatever was thrown, as a failure. */
export const toFailure = (thrown: unknown): HandlerFailure => {
  const { cause, cookies, retryPage } =
    thrown instanceof HandlerError ? thrown : { cause: thrown, cookies: [], retryPage: undefined }
  if (cause instanceof AuthError) return { error: cause, cookies, retryPage }
  return { error: new CallbackRouteError('Something failed that should not', causeOf(cause)), cookies }
}

/** Eight characters that a person can read out and support can look up in the log. */
const makeReference = (runtime: Runtime): string => toHex(runtime.random(4)).toUpperCase()

/** Write a failure down under a reference. */
export const logError = (logger: LoggerInstance, error: AuthError, runtime: Runtime): string => {
  const reference = makeReference(runtime)
  logger.error(error, { reference })
  return reference
}

const pageOf = (request: RequestInternal, config: ResolvedConfig, error: AuthError): string => {
  if (error.kind === 'signIn') return config.pages.signIn ?? `${request.base}/signin`
  return config.pages.error ?? `${request.base}/error`
}

const retryAfter = (error: AuthError): string | undefined => errorInfo(error).retryAfter?.toString()

/** An answer that says when it is worth trying again (RFC 9110 §10.2.3). */
const withRetryAfter = (response: HandlerResponse, error: AuthError): HandlerResponse => {
  const seconds = retryAfter(error)
  if (seconds !== undefined) response.headers?.set('retry-after', seconds)
  return response
}

const errorTarget = (
  request: RequestInternal,
  config: ResolvedConfig,
  error: AuthError,
  reference: string,
): RedirectTarget => {
  return pageTarget(pageOf(request, config, error), request.origin, {
    error: errorInfo(error).type,
    code: error instanceof CredentialsSignin ? error.code : undefined,
    retryAfter: retryAfter(error),
    reference: error.kind === 'error' ? reference : undefined,
  })
}

/** An answer for machines: the code, and what its row says of it. */
const asJson = (error: AuthError, reference: string, cookies: readonly Cookie[]): HandlerResponse => {
  const { type, status, retryAfter: seconds } = errorInfo(error)
  const message = 'The request failed. Check the server log for the reference.'
  const body = { error: type, message, reference, ...defined({ retryAfter: seconds }) }
  return withRetryAfter(json(body, cookies, status), error)
}

/**
 * What a client is told that asked for the target of a redirect as JSON: where the page is that tells a person. Whoever was too
 * fast is told by the status as well, so that a script knows when to come again.
 */
export const asReturnError = (response: HandlerResponse, error: AuthError): HandlerResponse => {
  const { redirect: url, cookies } = response
  const { type, status, retryAfter: seconds } = errorInfo(error)
  if (url === undefined || seconds === undefined) return asReturnRedirect(response)
  return withRetryAfter(json({ url, error: type, retryAfter: seconds }, cookies ?? [], status), error)
}

/** The error in the place of a page that failed itself, where the page for errors would lead to it again. */
const showInPlace = (
  request: RequestInternal,
  config: ResolvedConfig,
  error: AuthError,
  reference: string,
  cookies: readonly Cookie[],
): HandlerResponse => {
  config.logger.error(authError('ErrorPageLoop', 'The page for errors leads back to the one that failed'))
  const props = { signinUrl: `${request.base}/signin`, home: homeTarget(request.origin), reference }
  const { type, status } = errorInfo(error)
  return show({ page: 'error', props: { error: type, ...props } }, cookies, status)
}

/** The response to an error that a handler threw. */
export const errorResponse = (
  request: RequestInternal,
  config: ResolvedConfig,
  runtime: Runtime,
  { error, cookies, retryPage }: HandlerFailure,
): HandlerResponse => {
  const { responds } = routeOf(request.action)
  const reference = logError(config.logger, error, runtime)
  // Clients of this interface read `null` with status 400 as an update that was not allowed.
  if (request.action === 'session' && error.type === 'MissingCSRF') return json(null, cookies, 400)
  const isUnknown = error.type === 'UnknownAction' || error.type === 'InvalidProvider'
  if (responds === 'json' || isUnknown) return asJson(error, reference, cookies)
  const page =
    retryPage === undefined
      ? errorTarget(request, config, error, reference)
      : pageTarget(retryPage, request.origin, { error: errorInfo(error).type, retryAfter: retryAfter(error) })
  const isLoop = request.method === 'GET' && responds === 'page' && leadsBack(page, request.url)
  return isLoop ? showInPlace(request, config, error, reference, cookies) : redirectTo(page, cookies)
}
