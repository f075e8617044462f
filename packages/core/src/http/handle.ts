import { fitCookies } from '../attempts/cookie-budget.ts'
import type { AuthContext, RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { contextFor, resolveConfig } from '../config/resolve-config.ts'
import { recordDecisions } from '../config/record-decisions.ts'
import { resolveLogger } from '../config/logger.ts'
import { once } from '../base/async.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { methods } from '../routes/methods.ts'
import type { Runtime } from '../runtime/engine.ts'
import type { AuthConfig, IncomingRequest } from '../types/index.ts'
import { json, malformed, refuse, toFailure, type HandlerResponse } from '../web/handler-response.ts'
import { checkHttpMethod, trustedOrigin, notFound } from './guard.ts'
import { match } from './match.ts'
import { hasSingleParameters, makeRequest } from './read-request.ts'
import { requestFacts, responseFacts } from './request-facts.ts'
import { finishResponse } from './respond.ts'

// A session check needs none of these.
const loadInput = once(() =>
  Promise.all([import('../attempts/sign-in-input.ts'), import('../forms/identifier-first.ts')]),
)
const loadPost = once(() => import('./post.ts'))
const loadBody = once(() => import('../web/body.ts'))
const loadErrorResponse = once(() => import('./error-response.ts'))

/** After a failed sign-in, keep what was typed and which provider failed. The next sign-in page shows both. */
const keepFailedInput = async (request: RequestInternal, context: AuthContext, { kind }: AuthError) => {
  const { action, provider, cookies } = request
  const isSignIn = action === 'signin' || action === 'callback'
  if (kind !== 'signIn' || provider === undefined || !isSignIn) return []
  const [{ keepSignInInput }, { typedIdentifier }] = await loadInput()
  // The response to the first failure matters more than this cookie.
  return keepSignInInput(context, cookies, provider.id, typedIdentifier(request, context, provider)).catch(() => [])
}

const respond = async (
  request: IncomingRequest,
  url: URL,
  config: ResolvedConfig,
  origin: string,
  runtime: Runtime,
  raw: boolean,
): Promise<HandlerResponse> => {
  const matched = match(url.pathname, config)
  if (matched === undefined) {
    runtime.trace?.('route', { address: url.origin + url.pathname, found: false, basePath: config.basePath })
    return (await loadErrorResponse()).notFoundResponse(request, url, config, runtime)
  }
  const early = checkHttpMethod(request, matched)
  if (early !== undefined) return early
  const method = request.method === 'POST' ? 'POST' : 'GET'
  let current = makeRequest({ url, headers: request.headers, method }, matched, origin, config.basePath)
  const context = contextFor(config, runtime, current.secure)
  try {
    runtime.trace?.('request', requestFacts(current))
    const post = method === 'POST' ? await loadPost() : undefined
    post?.checkProvenance(current, config)
    if (!hasSingleParameters(current)) return malformed()
    if (post !== undefined) {
      const reading = await post.readPost(request, current, config)
      if (reading.refusal !== undefined) return reading.refusal
      current = reading.request
      await post.checkCsrf(current, context)
    }
    const handled = (await matched.route[method]?.(current, context)) ?? notFound()
    const cookies = await fitCookies(context, current.cookies, handled.cookies)
    const isJson = current.wantsJson && !raw && handled.redirect !== undefined
    return isJson ? json({ url: handled.redirect }, cookies) : { ...handled, cookies }
  } catch (thrown) {
    const failure = toFailure(thrown)
    if (raw) throw failure.error
    const { errorResponse } = await loadErrorResponse()
    const response = errorResponse(current, config, runtime, failure)
    const cookies = [...(await keepFailedInput(current, context, failure.error)), ...(response.cookies ?? [])]
    return { ...response, cookies: await fitCookies(context, current.cookies, cookies) }
  }
}

export const fromRequest = (request: Request): IncomingRequest => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  body: async (limit) => (await loadBody()).readBytes(request, limit),
})

/** The absolute URL of a request; `undefined` if the request has no valid host. */
const findURL = ({ url, origin }: IncomingRequest): URL | undefined => {
  if (origin === null) return undefined
  try {
    // A path such as `//other.example` must not become a host.
    const parsed = new URL(typeof url === 'string' && url.startsWith('/') ? `${origin ?? ''}${url}` : url)
    if (origin === undefined) return parsed
    const address = origin + parsed.pathname + parsed.search
    if (parsed.origin === origin && parsed.href === address) return parsed
    // The path of a URL such as `x:.other.example` has no slash, and would change the host.
    const found = new URL(address)
    return found.origin === new URL(origin).origin ? found : undefined
  } catch {
    return undefined
  }
}

/** The config of a request and the application's own origin, or the error of the config. */
const resolveSite = (config: AuthConfig, url: URL, runtime: Runtime) => {
  try {
    const resolved = resolveConfig(config, runtime, methods)
    return { resolved, origin: trustedOrigin(resolved, url) }
  } catch (thrown) {
    return toFailure(thrown)
  }
}

/** Handle a request. Only with `raw`, for framework authors, errors are thrown and a redirect is never sent as JSON. */
export const handle = async (request: IncomingRequest, config: AuthConfig, runtime: Runtime, raw = false) => {
  const url = findURL(request)
  // RFC 9112 §3.2: the request has no valid host.
  if (url === undefined) return malformed()
  // A caller without types may pass anything as the config.
  const written: Partial<AuthConfig> = typeof config === 'object' && config !== null ? config : {}
  const plain = { config: undefined, origin: url.origin, request, url }
  try {
    const site = resolveSite(config, url, runtime)
    if ('error' in site) {
      if (raw) throw site.error
      const { configErrorResponse } = await loadErrorResponse()
      const recording = recordDecisions(runtime, { debug: false, logger: resolveLogger(written, runtime) })
      return await finishResponse(configErrorResponse(request, url, written, recording, site.error), runtime, plain)
    }
    const { resolved, origin } = site
    const recording = recordDecisions(runtime, resolved)
    // A framework may see another path than the browser. Pages compare it, and links repeat it.
    if (request.route !== undefined) url.pathname = `${resolved.basePath}/${request.route}`
    const response = await respond(request, url, resolved, origin, recording, raw)
    recording.trace?.('response', responseFacts(response))
    return await finishResponse(response, recording, { config: resolved, origin, request, url })
  } catch (thrown) {
    if (raw) throw thrown
    resolveLogger(written, runtime).error(toFailure(thrown).error)
    return finishResponse(refuse(500, 'The request failed.'), runtime, plain)
  }
}
