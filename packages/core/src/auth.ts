import { fitCookies } from './attempts/cookie-budget.ts'
import { once } from './base/async.ts'
import { defined } from './base/json.ts'
import { resolveLogger } from './config/logger.ts'
import { announceConfig } from './config/announce-config.ts'
import type { AuthContext, ConfiguredProvider, RequestInternal } from './config/engine-types.ts'
import { contextFor, resolveConfig } from './config/resolve-config.ts'
import type { AuthError } from './errors/auth-error.ts'
import { keepReference } from './errors/error-reference.ts'
import { requestFacts, responseFacts } from './http/request-facts.ts'
import { recordDecisions } from './config/record-decisions.ts'
import { routeOf } from './routes/routes.ts'
import { methods } from './routes/methods.ts'
import { notFound, trustedOrigin } from './http/guard.ts'
import { fromRequest, handle } from './http/handle.ts'
import { finishResponse, toInternal, toOutgoing, toResponse } from './http/respond.ts'
import { makeRequest } from './http/read-request.ts'
import { defaultRuntime } from './runtime/platform.ts'
import type { Runtime } from './runtime/engine.ts'
import { toFailure } from './web/handler-response.ts'
import type { SessionUpdate } from './sessions/session-view.ts'
import { sessionsOf } from './sessions/strategy.ts'
import type { AuthConfig } from './types/auth-config.ts'
import type { AuthInstance } from './types/auth-instance.ts'
import type { AuthAction, Cookie, RequestLike } from './types/http.ts'
import { readCookies, type CookieJar } from './web/cookies.ts'

const loadPost = once(() => import('./http/post.ts'))

/** A request that a browser posted must pass the CSRF check. Another one does not load it. */
const checkPost = async (request: RequestInternal, context: AuthContext): Promise<void> => {
  if (request.method === 'POST') await (await loadPost()).checkCsrf(request, context)
}

interface RouteCall {
  readonly action: AuthAction
  readonly provider?: ConfiguredProvider | undefined
  readonly fields?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
}

const prepareContext = ({ url }: RequestLike, config: AuthConfig, runtime: Runtime) => {
  const resolved = resolveConfig(config, runtime, methods)
  const origin = trustedOrigin(resolved, new URL(url))
  const recording = recordDecisions(runtime, resolved)
  return { resolved, origin, context: contextFor(resolved, recording, origin.startsWith('https:')) }
}

const prepare = (from: RequestLike, config: AuthConfig, runtime: Runtime, route: RouteCall) => {
  const { headers, method: httpMethod = 'GET' } = from
  const { action, provider, fields, query } = route
  const { resolved, origin, context } = prepareContext(from, config, runtime)
  const path = [resolved.basePath, action, provider?.id].filter((part) => part !== undefined).join('/')
  const url = new URL(path, origin)
  if (query !== undefined) url.search = new URLSearchParams(query).toString()
  // A request with another method than GET or HEAD was posted by a browser, so the CSRF check applies to it.
  const method = httpMethod === 'GET' || httpMethod === 'HEAD' ? 'GET' : 'POST'
  const input = { url, headers, method } as const
  const request = makeRequest(input, { action, provider }, origin, resolved.basePath, { ...fields })
  return { context, request }
}

const fitted = async <Result extends { readonly cookies?: readonly Cookie[] }>(
  context: AuthContext,
  jar: CookieJar,
  result: Result,
) => ({ ...result, cookies: await fitCookies(context, jar, result.cookies) })

/** Run the POST handler of a route for server code. A request that a browser posted must pass the CSRF check. */
const run = async ({ context, request }: ReturnType<typeof prepare>) => {
  const { config, runtime } = context
  runtime.trace?.('request', { ...requestFacts(request), by: 'code of the server' })
  try {
    await checkPost(request, context)
    const handled = await routeOf(request.action).POST?.({ ...request, method: 'POST' }, context)
    const response = await fitted(context, request.cookies, handled ?? notFound())
    runtime.trace?.('response', responseFacts(response))
    return toInternal(
      await finishResponse(response, runtime, { config, origin: request.origin, request, url: request.url }),
    )
  } catch (thrown) {
    if (runtime.trace !== undefined) {
      const { failureFacts } = await import('./errors/error-details.ts')
      runtime.trace('failure', failureFacts(toFailure(thrown).error))
    }
    throw thrown
  }
}

/**
 * Create the library for a config, for server code and framework adapters.
 * @param runtime clock, random bytes, network and log; tests pass their own
 * @example
 * const auth = createAuth({ providers: [], secret: process.env.AUTH_SECRET, trustHost: true })
 * const { session } = await auth.session(new Request('https://app.example.com/'))
 */
export const createAuth = (config: AuthConfig, runtime: Runtime = defaultRuntime): AuthInstance => {
  const call = (request: RequestLike, route: RouteCall) => prepare(request, config, runtime, route)
  const read = async (
    from: RequestLike,
    context: AuthContext,
    renew: boolean | (() => boolean) = true,
    update?: SessionUpdate,
  ) => {
    const renews = typeof renew === 'function' ? renew : () => renew
    const jar = readCookies(from.headers.get('cookie'))
    const result = await sessionsOf(context).read(context, jar, update, renews)
    return { session: result.session, cookies: renews() ? await fitCookies(context, jar, result.cookies) : [] }
  }
  /** Logs an error. What a framework shows of it, a page or no more than its status, has the reference of the log. */
  const logged = async (thrown: unknown): Promise<AuthError> => {
    const { error } = toFailure(thrown)
    const { logFailure, showsReference } = await import('./config/log-failure.ts')
    const reference = logFailure(resolveLogger(config, runtime), error, runtime)
    if (showsReference(error, config, runtime)) keepReference(error, reference)
    return error
  }
  const loggingFailures = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work()
    } catch (thrown) {
      throw await logged(thrown)
    }
  }
  announceConfig({ source: config, configure: (given) => Promise.resolve({ config: given }) })
  return {
    handle: async (request, known) => toResponse(await handle({ ...fromRequest(request), ...known }, config, runtime)),
    respond: async (request) => toOutgoing(await handle(request, config, runtime)),
    session: async (from, { renew } = {}) => {
      try {
        return await read(from, prepareContext(from, config, runtime).context, renew)
      } catch (thrown) {
        throw await logged(thrown)
      }
    },
    update: (from, data) =>
      loggingFailures(async () => {
        const { request, context } = call(from, { action: 'session' })
        await checkPost(request, context)
        return read(from, context, true, { data })
      }),
    signIn: (from, providerId, { fields, redirectTo: callbackUrl, link, authorizationParams = {} } = {}) =>
      loggingFailures(async () => {
        const resolved = resolveConfig(config, runtime, methods)
        const provider = resolved.providers.find(providerId)
        if (provider === undefined && providerId !== undefined) {
          const { explainUnknownProvider } = await import('./http/error-response.ts')
          const { request } = call(from, { action: 'signin' })
          const explained = explainUnknownProvider(request, resolved, providerId, runtime)
          if (explained !== undefined) return toInternal(explained)
        }
        const action = provider?.method.startAction ?? 'signin'
        const sent = { ...fields, ...defined({ callbackUrl, link }) }
        return run(call(from, { action, provider, fields: sent, query: authorizationParams }))
      }),
    revokeSessions: (userId) =>
      loggingFailures(async () => {
        // Whether cookies are secure makes no difference here.
        const context = contextFor(resolveConfig(config, runtime, methods), runtime, true)
        await (await import('./sessions/revoke-sessions.ts')).revokeSessions(context, userId)
      }),
    deleteDueUsers: () =>
      loggingFailures(async () => {
        const resolved = resolveConfig(config, runtime, methods)
        const { deleteDueUsers } = await import('./account/delete-due-users.ts')
        return deleteDueUsers(contextFor(resolved, runtime, resolved.origin?.startsWith('https:') ?? true))
      }),
    signOut: (from, { redirectTo: callbackUrl } = {}) =>
      loggingFailures(async () => run(call(from, { action: 'signout', fields: defined({ callbackUrl }) }))),
    providers: (from) =>
      loggingFailures(async () => {
        const { context, request } = call(from, { action: 'providers' })
        return (await import('./routes/script-data.ts')).publicProviders(request, context)
      }),
    signInPage: (from) =>
      loggingFailures(async () => {
        const { searchParams } = new URL(from.url)
        const names = ['callbackUrl', 'error', 'retryAfter', 'step', 'mode']
        const query = Object.fromEntries([...searchParams].filter(([name]) => names.includes(name)).toReversed())
        const { context, request } = call(from, { action: 'signin', query })
        const { prepareSignInPage } = await import('./routes/sign-in.ts')
        return fitted(context, request.cookies, await prepareSignInPage(request, context))
      }),
    csrfToken: (from) =>
      loggingFailures(async () => {
        const { context, request } = call(from, { action: 'csrf' })
        return (await import('./forms/page-data.ts')).formToken(context, request.cookies)
      }),
  }
}
