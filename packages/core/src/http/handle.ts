import { trimEnd } from '../base/trim-end.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import { resolveLogger } from '../config/logger.ts'
import { BASE_PATH } from '../config/defaults.ts'
import { contextFor } from '../config/auth-context.ts'
import type { AuthError } from '../errors/auth-error.ts'
import type { Runtime } from '../runtime/types.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { ResponseInternal } from '../types/http.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { RequestInternal } from '../web/request.ts'
import { configErrorResponse } from './config-error-response.ts'
import { errorResponse, asReturnError, toFailure } from './error-response.ts'
import { checkProof, checkProvenance, trustedOrigin } from './guard.ts'
import { plainRenderContext, renderContextFor } from './render-response.ts'
import { makeRequest, readRequest } from './read-request.ts'
import { checkHttpMethod } from './check-http-method.ts'
import { broken, notFound } from './plain-responses.ts'
import { asReturnRedirect, finishResponse } from './respond.ts'
import { findRoute } from './match.ts'
import { routes } from './route-table.ts'

/** How a request is answered. */
export interface HandleOptions {
  /** For framework authors: errors are thrown, and a redirect stays a redirect whatever the client asked for. */
  readonly raw: boolean
}

const methodOf = ({ method }: Request): RequestInternal['method'] => (method === 'POST' ? 'POST' : 'GET')

const runFlow = async (
  request: RequestInternal,
  config: ResolvedConfig,
  runtime: Runtime,
): Promise<HandlerResponse> => {
  const context = contextFor(config, runtime, request.secure)
  await checkProof(request, context)
  const row = routes[request.action]
  const flow = request.method === 'POST' ? row.POST : row.GET
  return flow === undefined ? notFound() : flow(request, context)
}

const answerThrown = (
  request: RequestInternal,
  config: ResolvedConfig,
  runtime: Runtime,
  { raw }: HandleOptions,
  thrown: unknown,
): HandlerResponse => {
  const failure = toFailure(thrown)
  if (raw) throw failure.error
  const told = errorResponse(request, config, runtime, failure)
  return request.wantsJson ? asReturnError(told, failure.error) : told
}

const answer = async (
  request: Request,
  url: URL,
  config: ResolvedConfig,
  origin: string,
  runtime: Runtime,
  manner: HandleOptions,
): Promise<HandlerResponse> => {
  const route = findRoute(url.pathname, config.basePath)
  if (route === undefined) return notFound()
  const provider = config.providers.find(route.providerId)
  if (route.providerId !== undefined && provider === undefined) return notFound()
  const early = checkHttpMethod(request, route, provider?.type)
  if (early !== undefined) return early
  const bare = makeRequest({ url, headers: request.headers, method: methodOf(request) }, route, origin, config.basePath)
  let asked = bare
  try {
    checkProvenance(bare, config)
    const reading = await readRequest(request, bare, config)
    if ('refusal' in reading) return reading.refusal
    asked = reading.request
    const done = await runFlow(asked, config, runtime)
    return asked.wantsJson && !manner.raw ? asReturnRedirect(done) : done
  } catch (thrown) {
    return answerThrown(asked, config, runtime, manner, thrown)
  }
}

const isConfig = (config: unknown): config is AuthConfig => typeof config === 'object' && config !== null

const answerWrongConfig = (
  request: Request,
  url: URL,
  written: unknown,
  runtime: Runtime,
  error: AuthError,
): HandlerResponse => {
  const config: Partial<AuthConfig> = isConfig(written) ? written : {}
  const basePath = typeof config.basePath === 'string' ? trimEnd(config.basePath, '/') : BASE_PATH
  const route = findRoute(url.pathname, basePath)
  const isPage = request.method === 'GET' && route !== undefined && routes[route.action].isPage
  const bare = { url, isPage, basePath }
  return configErrorResponse(bare, config.pages, resolveLogger(config, runtime), runtime, error)
}

const answerFor = async (
  request: Request,
  url: URL,
  config: AuthConfig,
  runtime: Runtime,
  manner: HandleOptions,
): Promise<ResponseInternal> => {
  let resolved: ResolvedConfig
  let origin: string
  try {
    resolved = resolveConfig(config, runtime)
    origin = trustedOrigin(resolved, url)
  } catch (thrown) {
    const { error } = toFailure(thrown)
    if (manner.raw) throw error
    return finishResponse(answerWrongConfig(request, url, config, runtime, error), runtime, () =>
      plainRenderContext(request, url),
    )
  }
  const done = await answer(request, url, resolved, origin, runtime, manner)
  return finishResponse(done, runtime, () => renderContextFor(resolved, origin, request, url))
}

/** Answer a request. Without `raw` nothing is ever thrown. */
export const handle = async (
  request: Request,
  config: AuthConfig,
  runtime: Runtime,
  manner: HandleOptions,
): Promise<ResponseInternal> => {
  try {
    return await answerFor(request, new URL(request.url), config, runtime, manner)
  } catch (thrown) {
    if (manner.raw) throw thrown
    resolveLogger(isConfig(config) ? config : {}, runtime).error(toFailure(thrown).error)
    return finishResponse(broken(), runtime, () => plainRenderContext(request, new URL(request.url)))
  }
}
