import type { ResolvedConfig } from '../config/resolved.ts'
import { resolveConfig } from '../config/resolve.ts'
import { resolveLogger } from '../config/logger.ts'
import { BASE_PATH } from '../config/defaults.ts'
import { siteOf } from '../config/site.ts'
import { AuthError } from '../errors/auth-error.ts'
import type { Runtime } from '../runtime/types.ts'
import type { AuthConfig } from '../types/config.ts'
import type { ResponseInternal } from '../types/http.ts'
import type { Answer } from '../web/answer.ts'
import type { RequestInternal } from '../web/request.ts'
import { answerConfigFailure, answerFailure, toFailure } from './failure.ts'
import { checkProof, trustedOrigin } from './guard.ts'
import { readRequest } from './read.ts'
import { empty, notAhead, notFound, wrongMethod } from './refusals.ts'
import { asReturnRedirect, complete } from './respond.ts'
import { findRoute } from './route.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'

/** How a request is answered. */
export interface Manner {
  /** For framework authors: errors are thrown, and a redirect stays a redirect whatever the client asked for. */
  readonly raw: boolean
}

/** A browser or proxy that fetches before the person asked must not use anything up. */
const isAhead = (headers: Headers): boolean =>
  /prefetch|prerender/i.test(`${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`)

/** The answer to a request whose method decides everything, else `undefined`. */
const answerByMethod = (request: Request, { action }: Route): Answer | undefined => {
  const row = routes[action]
  const allowed = ['GET', 'POST'].filter((method) =>
    method === 'GET' ? row.GET !== undefined : row.POST !== undefined,
  )
  if (request.method === 'HEAD' && row.GET !== undefined) return empty()
  if (!allowed.includes(request.method))
    return wrongMethod(row.GET === undefined ? allowed : ['GET', 'HEAD', ...allowed.slice(1)])
  return action === 'callback' && request.method === 'GET' && isAhead(request.headers) ? notAhead() : undefined
}

const runFlow = async (request: RequestInternal, config: ResolvedConfig, runtime: Runtime): Promise<Answer> => {
  const site = siteOf(config, runtime, request.secure)
  await checkProof(request, site)
  const row = routes[request.action]
  const flow = request.method === 'POST' ? row.POST : row.GET
  return flow === undefined ? notFound() : flow(request, site)
}

const answer = async (
  request: Request,
  url: URL,
  config: ResolvedConfig,
  origin: string,
  runtime: Runtime,
  { raw }: Manner,
): Promise<Answer> => {
  const route = findRoute(url.pathname, config.basePath)
  if (route === undefined) return notFound()
  if (route.providerId !== undefined && config.providers.find(route.providerId) === undefined) return notFound()
  const early = answerByMethod(request, route)
  if (early !== undefined) return early
  const reading = await readRequest(request, url, route, origin, config)
  if ('refusal' in reading) return reading.refusal
  const asked = reading.request
  try {
    const done = await runFlow(asked, config, runtime)
    return asked.wantsJson && !raw ? asReturnRedirect(done) : done
  } catch (thrown) {
    const failure = toFailure(thrown)
    if (raw) throw failure.error
    const told = answerFailure(asked, config, runtime, failure)
    return asked.wantsJson ? asReturnRedirect(told) : told
  }
}

const answerWrongConfig = (
  request: Request,
  url: URL,
  config: AuthConfig,
  runtime: Runtime,
  error: AuthError,
): Answer => {
  const basePath = typeof config.basePath === 'string' ? config.basePath.replace(/\/+$/, '') : BASE_PATH
  const route = findRoute(url.pathname, basePath)
  const isPage = request.method === 'GET' && route !== undefined && routes[route.action].isPage
  const bare = { url, isPage, base: url.origin + basePath }
  return answerConfigFailure(bare, config.pages, resolveLogger(config, runtime), runtime, error)
}

/** Answer a request. Without `raw` nothing is ever thrown. */
export const handle = async (
  request: Request,
  config: AuthConfig,
  runtime: Runtime,
  manner: Manner,
): Promise<ResponseInternal> => {
  const url = new URL(request.url)
  let resolved: ResolvedConfig
  let origin: string
  try {
    resolved = resolveConfig(config, runtime)
    origin = trustedOrigin(resolved, url)
  } catch (error) {
    const wrong = error instanceof AuthError ? error : toFailure(error).error
    if (manner.raw) throw wrong
    return complete(answerWrongConfig(request, url, config, runtime, wrong), runtime, {}, url.origin)
  }
  return complete(await answer(request, url, resolved, origin, runtime, manner), runtime, resolved.theme, origin)
}
