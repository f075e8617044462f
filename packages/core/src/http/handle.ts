import type { RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { trimEnd } from '../base/text.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import { resolveLogger } from '../config/logger.ts'
import { options } from '../config/options.ts'
import { contextFor } from '../config/auth-context.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { methods } from '../routes/methods.ts'
import { routeOf } from '../routes/routes.ts'
import type { Runtime } from '../runtime/types.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { ResponseInternal } from '../types/http.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { checkHttpMethod } from './check-http-method.ts'
import { configErrorResponse } from './config-error-response.ts'
import { asReturnError, errorResponse, toFailure } from './error-response.ts'
import { checkProof, checkProvenance, trustedOrigin } from './guard.ts'
import { match, matchPath } from './match.ts'
import type { Match } from './match.ts'
import { internalError, notFound } from './plain-responses.ts'
import { makeRequest, readRequest } from './read-request.ts'
import { plainRenderContext, renderContextFor } from './render-response.ts'
import { asReturnRedirect, finishResponse } from './respond.ts'

/** How a request is handled. */
export interface HandleOptions {
  /** For framework authors: errors are thrown, and a redirect stays a redirect whatever the client asked for. */
  readonly raw: boolean
}

/** What handling one request needs besides the request. */
interface Handling extends HandleOptions {
  readonly config: ResolvedConfig
  readonly origin: string
  readonly runtime: Runtime
}

const httpMethodOf = ({ method }: Request): RequestInternal['method'] => (method === 'POST' ? 'POST' : 'GET')

const runHandler = async (
  request: RequestInternal,
  { route }: Match,
  { config, runtime }: Handling,
): Promise<HandlerResponse> => {
  const context = contextFor(config, runtime, request.secure)
  await checkProof(request, context)
  const handler = request.method === 'POST' ? route.POST : route.GET
  return handler === undefined ? notFound() : handler(request, context)
}

const thrownResponse = (
  request: RequestInternal,
  { config, runtime, raw }: Handling,
  thrown: unknown,
): HandlerResponse => {
  const failure = toFailure(thrown)
  if (raw) throw failure.error
  const response = errorResponse(request, config, runtime, failure)
  return request.wantsJson ? asReturnError(response, failure.error) : response
}

const respond = async (request: Request, url: URL, handling: Handling): Promise<HandlerResponse> => {
  const { config, origin, raw } = handling
  const matched = match(url.pathname, config)
  if (matched === undefined) return notFound()
  const early = checkHttpMethod(request, matched)
  if (early !== undefined) return early
  const input = { url, headers: request.headers, method: httpMethodOf(request) }
  const bare = makeRequest(input, matched, origin, config.basePath)
  let current = bare
  try {
    checkProvenance(bare, config)
    const reading = await readRequest(request, bare, config)
    if ('refusal' in reading) return reading.refusal
    current = reading.request
    const response = await runHandler(current, matched, handling)
    return current.wantsJson && !raw ? asReturnRedirect(response) : response
  } catch (thrown) {
    return thrownResponse(current, handling, thrown)
  }
}

const isConfig = (config: unknown): config is AuthConfig => typeof config === 'object' && config !== null

const wrongConfigResponse = (
  request: Request,
  url: URL,
  written: unknown,
  runtime: Runtime,
  error: AuthError,
): HandlerResponse => {
  const config: Partial<AuthConfig> = isConfig(written) ? written : {}
  const basePath = typeof config.basePath === 'string' ? trimEnd(config.basePath, '/') : options.basePath.default
  const path = matchPath(url.pathname, basePath)
  const isPage = request.method === 'GET' && path !== undefined && routeOf(path.action).responds === 'page'
  const bare = { url, isPage, basePath }
  return configErrorResponse(bare, config.pages, resolveLogger(config, runtime), runtime, error)
}

const handleWithConfig = async (
  request: Request,
  url: URL,
  config: AuthConfig,
  runtime: Runtime,
  { raw }: HandleOptions,
): Promise<ResponseInternal> => {
  let resolved: ResolvedConfig
  let origin: string
  try {
    resolved = resolveConfig(config, runtime, methods)
    origin = trustedOrigin(resolved, url)
  } catch (thrown) {
    const { error } = toFailure(thrown)
    if (raw) throw error
    const response = wrongConfigResponse(request, url, config, runtime, error)
    return finishResponse(response, runtime, () => plainRenderContext(request, url))
  }
  const response = await respond(request, url, { config: resolved, origin, runtime, raw })
  return finishResponse(response, runtime, () => renderContextFor(resolved, origin, request, url))
}

/** Handle a request and return the response as plain data. Without `raw` it never throws. */
export const handle = async (
  request: Request,
  config: AuthConfig,
  runtime: Runtime,
  options: HandleOptions,
): Promise<ResponseInternal> => {
  try {
    return await handleWithConfig(request, new URL(request.url), config, runtime, options)
  } catch (thrown) {
    if (options.raw) throw thrown
    resolveLogger(isConfig(config) ? config : {}, runtime).error(toFailure(thrown).error)
    return finishResponse(internalError(), runtime, () => plainRenderContext(request, new URL(request.url)))
  }
}
