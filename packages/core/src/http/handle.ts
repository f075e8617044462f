import type { ResolvedConfig } from '../config/engine-types.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import { resolveLogger } from '../config/logger.ts'
import { contextFor } from '../config/auth-context.ts'
import { methods } from '../routes/methods.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { ResponseInternal } from '../types/http.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { configErrorResponse, errorResponse, toFailure } from './error-response.ts'
import { checkCsrf, checkHttpMethod, checkProvenance, trustedOrigin, internalError, notFound } from './guard.ts'
import { match } from './match.ts'
import { makeRequest, readRequest } from './read-request.ts'
import { plainRenderContext, renderContextFor, asReturnRedirect, finishResponse } from './respond.ts'

/** How a request is handled. */
interface HandleOptions {
  /** For framework authors: errors are thrown, and a redirect stays a redirect although the client asked for JSON. */
  readonly raw: boolean
}

const respond = async (
  request: Request,
  url: URL,
  config: ResolvedConfig,
  origin: string,
  runtime: Runtime,
  raw: boolean,
): Promise<HandlerResponse> => {
  const matched = match(url.pathname, config)
  if (matched === undefined) return notFound()
  const early = checkHttpMethod(request, matched)
  if (early !== undefined) return early
  const method = request.method === 'POST' ? 'POST' : 'GET'
  let current = makeRequest({ url, headers: request.headers, method }, matched, origin, config.basePath)
  try {
    checkProvenance(current, config)
    const reading = await readRequest(request, current, config)
    if ('refusal' in reading) return reading.refusal
    current = reading.request
    const context = contextFor(config, runtime, current.secure)
    await checkCsrf(current, context)
    const response = (await matched.route[method]?.(current, context)) ?? notFound()
    return current.wantsJson && !raw ? asReturnRedirect(response) : response
  } catch (thrown) {
    const failure = toFailure(thrown)
    if (raw) throw failure.error
    return errorResponse(current, config, runtime, failure)
  }
}

/** A caller without types may pass anything as the config. */
const readConfig = (config: unknown): Partial<AuthConfig> =>
  typeof config === 'object' && config !== null ? config : {}

const handleOrThrow = async (
  request: Request,
  config: AuthConfig,
  runtime: Runtime,
  { raw }: HandleOptions,
): Promise<ResponseInternal> => {
  const url = new URL(request.url)
  let resolved: ResolvedConfig
  let origin: string
  try {
    resolved = resolveConfig(config, runtime, methods)
    origin = trustedOrigin(resolved, url)
  } catch (thrown) {
    const { error } = toFailure(thrown)
    if (raw) throw error
    const response = configErrorResponse(request, url, readConfig(config), runtime, error)
    return finishResponse(response, runtime, () => plainRenderContext(request, url))
  }
  const response = await respond(request, url, resolved, origin, runtime, raw)
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
    return await handleOrThrow(request, config, runtime, options)
  } catch (thrown) {
    if (options.raw) throw thrown
    resolveLogger(readConfig(config), runtime).error(toFailure(thrown).error)
    return finishResponse(internalError(), runtime, () => plainRenderContext(request, new URL(request.url)))
  }
}
