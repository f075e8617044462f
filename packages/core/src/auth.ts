import type { AuthContext, ConfiguredProvider, RequestInternal, RouteHandler } from './config/engine-types.ts'
import { resolveConfig } from './config/resolve-config.ts'
import { contextFor } from './config/auth-context.ts'
import { formToken } from './forms/csrf.ts'
import { publicProviders } from './routes/list-providers.ts'
import { finishSignIn } from './routes/callback.ts'
import { methods } from './routes/methods.ts'
import { startSignIn } from './routes/sign-in.ts'
import { prepareSignInPage } from './routes/sign-in-page.ts'
import type { SignInPage } from './routes/sign-in-page.ts'
import { signOut as endSession } from './routes/sign-out.ts'
import { toFailure } from './http/error-response.ts'
import { checkCsrf, trustedOrigin } from './http/guard.ts'
import { handle } from './http/handle.ts'
import { renderContextFor } from './http/render-response.ts'
import { makeRequest } from './http/read-request.ts'
import { finishResponse, toResponse } from './http/respond.ts'
import { defaultRuntime } from './runtime/platform.ts'
import type { Runtime } from './runtime/types.ts'
import { sessionsOf } from './sessions/strategy.ts'
import type { AuthConfig } from './types/auth-config.ts'
import type { AuthAction, Cookie, ResponseInternal, RequestLike } from './types/http.ts'
import type { Session } from './types/user.ts'
import type { AppProvider } from './types/providers.ts'

/** A session, and the cookies that have to reach the browser because of its reading. */
export interface SessionResult {
  readonly session: Session | null
  readonly cookies: readonly Cookie[]
}

/** What a sign-in from server code may say. */
export interface SignInOptions {
  /** Fields of the form: the address, or what a credentials provider asks for. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Where to go afterwards. */
  readonly redirectTo?: string
  /** Parameters for the provider's authorization request; those that protect the flow are not replaced. */
  readonly authorizationParams?: Readonly<Record<string, string>>
}

/** The engine for server code and framework adapters: the same flows as `Auth`, as plain data. */
export interface AuthInstance {
  /** Answer a request for one of the routes below the base path. */
  handle(request: Request): Promise<Response>
  /** Who is signed in. `null` means nobody; throws an `AuthError` when that cannot be known. */
  session(request: RequestLike): Promise<SessionResult>
  /** Begin a sign-in, or complete it where the method needs no second step. Throws an `AuthError` when it fails. */
  signIn(request: RequestLike, provider?: string, options?: SignInOptions): Promise<ResponseInternal>
  signOut(request: RequestLike, options?: { readonly redirectTo?: string }): Promise<ResponseInternal>
  /** Hand data to the `jwt` and `session` callbacks with `trigger: 'update'`. */
  update(request: RequestLike, data: unknown): Promise<SessionResult>
  /** The providers as `GET /providers` shows them. */
  providers(request: RequestLike): Promise<Readonly<Record<string, AppProvider>>>
  /**
   * What a sign-in page of one's own needs: providers with the addresses that their forms post to, the token, where to go
   * afterwards and what went wrong, from the `callbackUrl` and `error` of the address. The cookies have to reach the browser.
   */
  signInPage(request: RequestLike): Promise<SignInPage>
  /** The token for a form of one's own, and the cookie that goes with it. */
  csrfToken(request: RequestLike): Promise<{ readonly csrfToken?: string; readonly cookies: readonly Cookie[] }>
}

interface Step {
  readonly action: AuthAction
  readonly provider?: ConfiguredProvider | undefined
  readonly fields?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
}

interface Prepared {
  readonly context: AuthContext
  readonly request: RequestInternal
}

const prepare = (facts: RequestLike, config: AuthConfig, runtime: Runtime, step: Step): Prepared => {
  const resolved = resolveConfig(config, runtime, methods)
  const origin = trustedOrigin(resolved, new URL(facts.url))
  const path = [resolved.basePath, step.action, step.provider?.id].filter((part) => part !== undefined).join('/')
  const url = new URL(path, origin)
  url.search = new URLSearchParams(step.query).toString()
  // Code that calls for itself names no method or one that only reads; whatever else comes is a browser's.
  const method = facts.method === undefined || facts.method === 'GET' || facts.method === 'HEAD' ? 'GET' : 'POST'
  const fields = { ...step.fields }
  const route = { action: step.action, provider: step.provider }
  const request = makeRequest({ url, headers: facts.headers, method }, route, origin, resolved.basePath, fields)
  return { context: contextFor(resolved, runtime, request.secure), request }
}

/** Run a flow for server code. A request that was posted proves where it came from; other code calls for itself. */
const run = async ({ context, request }: Prepared, flow: RouteHandler): Promise<ResponseInternal> => {
  try {
    await checkCsrf(request, context)
    const response = await flow({ ...request, method: 'POST' }, context)
    const { config, runtime } = context
    return await finishResponse(response, runtime, () => renderContextFor(config, request.origin, request, request.url))
  } catch (thrown) {
    const { error } = toFailure(thrown)
    context.config.logger.error(error)
    throw error
  }
}

const withTarget = (fields: Readonly<Record<string, unknown>> | undefined, target: string | undefined) =>
  target === undefined ? { ...fields } : { ...fields, callbackUrl: target }

/**
 * The engine of a config, for server code and framework adapters.
 *
 * @param runtime the world to work in; tests hand in a clock and a network of their own
 *
 * @example
 * const auth = createAuth({ providers: [], secret: 'at least thirty-two characters of it', trustHost: true })
 * const { session } = await auth.session(new Request('https://app.example.com/'))
 */
export const createAuth = (config: AuthConfig, runtime: Runtime = defaultRuntime): AuthInstance => {
  const read = async (facts: RequestLike, update?: { readonly data: unknown }): Promise<SessionResult> => {
    const { context, request } = prepare(facts, config, runtime, { action: 'session' })
    return sessionsOf(context).read(context, request.cookies, update)
  }
  return {
    handle: async (request) => toResponse(await handle(request, config, runtime, { raw: false })),
    session: (facts) => read(facts),
    update: async (facts, data) => {
      const { context, request } = prepare(facts, config, runtime, { action: 'session' })
      await checkCsrf(request, context)
      return read(facts, { data })
    },
    signIn: async (facts, provider, options = {}) => {
      const known = resolveConfig(config, runtime, methods).providers.find(provider)
      const fields = withTarget(options.fields, options.redirectTo)
      const action = known?.method.startAction ?? 'signin'
      const step: Step = { action, provider: known, fields, query: options.authorizationParams ?? {} }
      return run(prepare(facts, config, runtime, step), action === 'callback' ? finishSignIn : startSignIn)
    },
    signOut: async (facts, options = {}) =>
      run(
        prepare(facts, config, runtime, { action: 'signout', fields: withTarget(undefined, options.redirectTo) }),
        endSession,
      ),
    providers: async (facts) => {
      const { context, request } = prepare(facts, config, runtime, { action: 'providers' })
      return publicProviders(request, context.config.providers.all)
    },
    signInPage: async (facts) => {
      const { searchParams } = new URL(facts.url)
      const asked = ['callbackUrl', 'error', 'retryAfter'].map((name) => [name, searchParams.get(name)] as const)
      const query = Object.fromEntries(asked.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
      const { context, request } = prepare(facts, config, runtime, { action: 'signin', query })
      return prepareSignInPage(request, context)
    },
    csrfToken: async (facts) => {
      const { context, request } = prepare(facts, config, runtime, { action: 'csrf' })
      return formToken(context, request.cookies)
    },
  }
}
