import type { RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { defined } from '../base/json.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { authError, CredentialsSignin } from '../errors/error-classes.ts'
import { warningDocs } from '../errors/error-docs.ts'
import { failureFacts, findErrorDetails } from '../errors/error-details.ts'
import { errorInfo } from '../errors/error-table.ts'
import { json, redirectTo, refuse, show, type Failure, type HandlerResponse } from '../web/handler-response.ts'
import { authActions } from '../types/http.ts'
import { sharedRuntime, type Runtime } from '../runtime/engine.ts'
import type { AuthConfig, Cookie, IncomingRequest, LoggerInstance } from '../types/index.ts'
import { homeTarget, isLoopback, pageTarget } from '../web/redirect-target.ts'
import { isSamePage } from '../web/origin.ts'
import { requestedMode } from '../forms/page-data.ts'
import { routeOf } from '../routes/routes.ts'
import { findSuggestion, trimEnd } from '../base/text.ts'
import { logFailure, showsReference } from '../config/log-failure.ts'
import { resolveLogger } from '../config/logger.ts'
import { options } from '../config/options.ts'
import { notFound } from './guard.ts'
import { matchPath } from './match.ts'

const logWithReference = (logger: LoggerInstance, error: AuthError, runtime: Runtime): string => {
  const reference = logFailure(logger, error, runtime)
  runtime.trace?.('failure', failureFacts(error, reference))
  return reference
}

/** The message of a JSON response: in production it says no more than the reference. */
const messageFor = (reference: string, url: URL, runtime: Runtime, message: string): string => {
  const isShown = runtime.isDevelopment === true && isLoopback(url)
  return (isShown ? findErrorDetails(reference)?.text : undefined) ?? message
}

/** Whether a redirect to a page would come back: it is the same page, or the page that requires the sign-in. */
const leadsBack = (page: string, from: URL): boolean => {
  const target = new URL(page, from)
  if (isSamePage(target, from)) return true
  const callbackUrl = from.searchParams.get('callbackUrl')
  return callbackUrl !== null && URL.canParse(callbackUrl, from) && isSamePage(target, new URL(callbackUrl, from))
}

/** A JSON response to an error, with its status and `Retry-After` (RFC 9110 §10.2.3). */
const errorJson = (error: AuthError, members: Readonly<Record<string, string>>, cookies: readonly Cookie[]) => {
  const { type, status, retryAfter } = errorInfo(error)
  const headers = defined({ 'retry-after': retryAfter?.toString() })
  return json({ error: type, ...members, ...defined({ retryAfter }) }, cookies, status, headers)
}

/** The response to an error that a handler threw. */
export const errorResponse = (
  request: RequestInternal,
  config: ResolvedConfig,
  runtime: Runtime,
  { error, cookies, retryPage }: Failure,
): HandlerResponse => {
  const { responds } = routeOf(request.action)
  const { type, status, retryAfter } = errorInfo(error)
  const reference = logWithReference(config.logger, error, runtime)
  // Clients of this interface read `null` with status 400 as an update that was not allowed.
  if (request.action === 'session' && error.type === 'MissingCSRF') return json(null, cookies, 400)
  if (responds === 'json' || error.type === 'UnknownAction' || error.type === 'InvalidProvider') {
    const message = 'The request failed. Check the server log for the reference.'
    return errorJson(error, { message: messageFor(reference, request.url, runtime, message), reference }, cookies)
  }
  const isSignIn = error.kind === 'signIn'
  // An own page to retry at is a sign-in page.
  const showsIt = runtime.isDevelopment === true || (retryPage === undefined && showsReference(error, config, runtime))
  const { signIn = `${request.base}/signin`, error: errorPage = `${request.base}/error` } = config.pages
  const page = pageTarget(retryPage ?? (isSignIn ? signIn : errorPage), request.origin, {
    error: type,
    code: retryPage === undefined && error instanceof CredentialsSignin ? error.code : undefined,
    retryAfter: retryAfter?.toString(),
    reference: showsIt ? reference : undefined,
    mode: retryPage === undefined && isSignIn ? requestedMode(request) : undefined,
  })
  const showHere = () => {
    const props = { error: type, signinUrl: `${request.base}/signin`, home: homeTarget(request.origin), reference }
    return show({ page: 'error', props }, cookies, status)
  }
  if (request.method === 'GET' && responds === 'page' && leadsBack(page, request.url)) {
    config.logger.error(authError('ErrorPageLoop', 'The error page redirects back to the page that failed'))
    return showHere()
  }
  // With an AUTH_URL of another port, perhaps nothing listens at the page that developers would be redirected to.
  const isElsewhere = runtime.isDevelopment === true && isLoopback(request.url) && request.url.origin !== request.origin
  if (!request.wantsJson) return isElsewhere ? showHere() : redirectTo(page, cookies)
  // A script that exceeded a limit also gets the status and the time to wait.
  return retryAfter === undefined ? json({ url: page }, cookies) : errorJson(error, { url: page }, cookies)
}

/** The response if the config is invalid. It sets no cookie. */
export const configErrorResponse = (
  { method, headers }: IncomingRequest,
  url: URL,
  config: Partial<AuthConfig>,
  runtime: Runtime,
  error: AuthError,
): HandlerResponse => {
  const logger = resolveLogger(config, runtime)
  const reference = logWithReference(logger, error, runtime)
  const basePath = typeof config.basePath === 'string' ? trimEnd(config.basePath, '/') : options.basePath.default
  const path = matchPath(url.pathname, basePath)
  // A browser that submits a form accepts HTML; the client library and other scripts do not.
  const loadsPage = method === 'GET' || (method === 'POST' && headers.get('accept')?.includes('text/html') === true)
  const isPage = loadsPage && path !== undefined && routeOf(path.action).responds === 'page'
  if (!isPage) {
    const message = 'There was a problem with the server configuration. Check the server logs for more information.'
    return json({ error: 'Configuration', message: messageFor(reference, url, runtime, message), reference }, [], 500)
  }
  const page = config.pages?.error
  // The path of a page on a host that is not trusted would lead to another application.
  const isTrusted = config.trustHost === true || (config.trustLoopback === true && isLoopback(url))
  const own = URL.canParse(String(config.origin)) ? config.origin : undefined
  const base = own ?? (isTrusted ? url.origin : undefined)
  if (typeof page === 'string' && URL.canParse(page, base)) {
    const { origin, pathname } = new URL(page, base)
    // With an invalid config all routes of this library fail.
    const isOwnRoute = [url.origin, base].includes(origin) && matchPath(pathname, basePath) !== undefined
    if (!leadsBack(page, url) && !isOwnRoute)
      return redirectTo(pageTarget(page, base ?? url.origin, { error: 'Configuration', reference }))
    logger.error(authError('ErrorPageLoop', 'pages.error requires a sign-in itself'))
  }
  // Paths, because the host of the request may be untrusted.
  const props = { error: 'Configuration', reference, signinUrl: `${basePath}/signin`, home: '/' }
  return show({ page: 'error', props }, [], 500)
}

const describeUnknownProvider = ({ providers }: ResolvedConfig, id: string): string => {
  const ids = providers.all.map((provider) => provider.id)
  const list = ids.join(', ') || 'none'
  return `No provider has the id "${id}"${findSuggestion(id, ids) || '.'} The providers of the config: ${list}`
}

/** The runtimes whose log has an unknown provider: the default one is that of the whole process. */
const warned = new WeakSet<Runtime>()

/** In production once for each process: a client can send any id, and must not fill the log. */
const warnOfUnknownProvider = (config: ResolvedConfig, id: string, runtime: Runtime): void => {
  const shared = sharedRuntime(runtime)
  if (runtime.isDevelopment === true || !warned.has(shared))
    config.logger.warn('unknown-provider', describeUnknownProvider(config, id))
  warned.add(shared)
}

/**
 * For server code that names an unknown provider. On a development server: a redirect to the route of the provider, which logs and shows
 * the developer what is wrong. On another host the browser would show nothing, so only the log says it.
 */
export const explainUnknownProvider = (
  { base, origin }: RequestInternal,
  config: ResolvedConfig,
  id: string,
  runtime: Runtime,
): HandlerResponse | undefined => {
  const page = pageTarget(`${base}/signin/${encodeURIComponent(id)}`, origin)
  if (runtime.isDevelopment === true && id !== '' && isLoopback(new URL(page))) return redirectTo(page)
  warnOfUnknownProvider(config, id, runtime)
  return undefined
}

/** What there is in place of the requested route or provider, for the developer. */
const describeNotFound = ({ pathname }: URL, config: ResolvedConfig) => {
  const { basePath } = config
  const providerId = matchPath(pathname, basePath)?.providerId
  if (providerId !== undefined)
    return { code: 'unknown-provider', message: describeUnknownProvider(config, providerId) } as const
  const message = `There is no route at ${pathname}. The routes are below ${basePath}: ${authActions.join(', ')}`
  return { code: 'unknown-route', message } as const
}

/**
 * The response if there is no such route or no such provider: a page for a browser that loads one, JSON for a script. On a development
 * server it says what there is. The client library, which follows `url`, loads the same address as a page.
 */
export const notFoundResponse = (
  { headers }: IncomingRequest,
  url: URL,
  config: ResolvedConfig,
  runtime: Runtime,
): HandlerResponse => {
  const found = runtime.isDevelopment === true && isLoopback(url) ? describeNotFound(url, config) : undefined
  if (found !== undefined) config.logger.warn(found.code, found.message)
  else if (headers.get('sec-fetch-site') === 'same-origin') {
    // A page of the application has the id: a link, a form or a script. Scanners open addresses without a page.
    const id = matchPath(url.pathname, config.basePath)?.providerId
    if (id !== undefined) warnOfUnknownProvider(config, id, runtime)
  }
  const isClient = headers.has('x-auth-return-redirect')
  if (found !== undefined && isClient)
    return json({ error: 'BadRequest', message: found.message, url: url.pathname }, [], 404)
  if (isClient || headers.get('accept')?.includes('text/html') !== true)
    return found === undefined ? notFound() : refuse(404, found.message)
  const props = { error: 'Default', signinUrl: `${config.basePath}/signin`, home: '/' }
  const details = found && { text: found.message, docs: warningDocs(found.code) }
  return show({ page: 'error', props, ...defined({ details }) }, [], 404)
}
