import { trimEnd } from '../base/trim-end.ts'
import type { ResolvedConfig } from '../config/resolved.ts'
import { resolveConfig } from '../config/resolve.ts'
import { resolveLogger } from '../config/logger.ts'
import { BASE_PATH } from '../config/defaults.ts'
import { siteOf } from '../config/site.ts'
import type { AuthError } from '../errors/auth-error.ts'
import type { Runtime } from '../runtime/types.ts'
import type { AuthConfig } from '../types/config.ts'
import type { ResponseInternal } from '../types/http.ts'
import type { Answer } from '../web/answer.ts'
import type { RequestInternal } from '../web/request.ts'
import { answerConfigFailure } from './config-failure.ts'
import { answerFailure, asReturnFailure, toFailure } from './failure.ts'
import { checkProof, checkProvenance, trustedOrigin } from './guard.ts'
import { plainSetting, settingOf } from './page.ts'
import { makeRequest, readRequest } from './read.ts'
import { answerByMethod } from './method.ts'
import { broken, notFound } from './refusals.ts'
import { asReturnRedirect, complete } from './respond.ts'
import { findRoute } from './route.ts'
import { routes } from './routes.ts'

/** How a request is answered. */
export interface Manner {
  /** For framework authors: errors are thrown, and a redirect stays a redirect whatever the client asked for. */
  readonly raw: boolean
}

const methodOf = ({ method }: Request): RequestInternal['method'] => (method === 'POST' ? 'POST' : 'GET')

const runFlow = async (request: RequestInternal, config: ResolvedConfig, runtime: Runtime): Promise<Answer> => {
  const site = siteOf(config, runtime, request.secure)
  await checkProof(request, site)
  const row = routes[request.action]
  const flow = request.method === 'POST' ? row.POST : row.GET
  return flow === undefined ? notFound() : flow(request, site)
}

const answerThrown = (
  request: RequestInternal,
  config: ResolvedConfig,
  runtime: Runtime,
  { raw }: Manner,
  thrown: unknown,
): Answer => {
  const failure = toFailure(thrown)
  if (raw) throw failure.error
  const told = answerFailure(request, config, runtime, failure)
  return request.wantsJson ? asReturnFailure(told, failure.error) : told
}

const answer = async (
  request: Request,
  url: URL,
  config: ResolvedConfig,
  origin: string,
  runtime: Runtime,
  manner: Manner,
): Promise<Answer> => {
  const route = findRoute(url.pathname, config.basePath)
  if (route === undefined) return notFound()
  const provider = config.providers.find(route.providerId)
  if (route.providerId !== undefined && provider === undefined) return notFound()
  const early = answerByMethod(request, route, provider?.type)
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
): Answer => {
  const config: Partial<AuthConfig> = isConfig(written) ? written : {}
  const basePath = typeof config.basePath === 'string' ? trimEnd(config.basePath, '/') : BASE_PATH
  const route = findRoute(url.pathname, basePath)
  const isPage = request.method === 'GET' && route !== undefined && routes[route.action].isPage
  const bare = { url, isPage, basePath }
  return answerConfigFailure(bare, config.pages, resolveLogger(config, runtime), runtime, error)
}

const answerFor = async (
  request: Request,
  url: URL,
  config: AuthConfig,
  runtime: Runtime,
  manner: Manner,
): Promise<ResponseInternal> => {
  let resolved: ResolvedConfig
  let origin: string
  try {
    resolved = resolveConfig(config, runtime)
    origin = trustedOrigin(resolved, url)
  } catch (thrown) {
    const { error } = toFailure(thrown)
    if (manner.raw) throw error
    return complete(answerWrongConfig(request, url, config, runtime, error), runtime, () => plainSetting(request, url))
  }
  const done = await answer(request, url, resolved, origin, runtime, manner)
  return complete(done, runtime, () => settingOf(resolved, origin, request, url))
}

/** Answer a request. Without `raw` nothing is ever thrown. */
export const handle = async (
  request: Request,
  config: AuthConfig,
  runtime: Runtime,
  manner: Manner,
): Promise<ResponseInternal> => {
  try {
    return await answerFor(request, new URL(request.url), config, runtime, manner)
  } catch (thrown) {
    if (manner.raw) throw thrown
    resolveLogger(isConfig(config) ? config : {}, runtime).error(toFailure(thrown).error)
    return complete(broken(), runtime, () => plainSetting(request, new URL(request.url)))
  }
}
