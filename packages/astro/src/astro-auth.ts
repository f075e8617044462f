import {
  AccessRefused,
  addMissingCookies,
  explanationPage,
  findAction,
  makeAuthCache,
  makeObjectValues,
  makeRequestContext,
  processVariables,
  redirectFailedSignIn,
  variablesByName,
  type RequestContext,
} from '@authwright/core/framework'
import type { DefaultSession, Runtime, Session } from '@authwright/core'
import type { AstroContext, ConfigSource } from './config.ts'
import { makeLocals, prerenderedLocals, type AuthLocals } from './locals.ts'
import { isForbiddenForm } from './origin-check.ts'

/**
 * Options of `AstroAuth`.
 * @example const options: AstroAuthOptions = { basePath: '/staff/auth', checkOrigin: true }
 */
export interface AstroAuthOptions {
  /**
   * The base path if the config has none. @default '/auth'
   * @example basePath: '/staff/auth'
   */
  readonly basePath?: string
  /**
   * Whether to make the check of Astro's `security.checkOrigin`, for all but the routes of the library. @default false
   * @example checkOrigin: true
   */
  readonly checkOrigin?: boolean
}

/**
 * What `AstroAuth` returns.
 * @example
 * const staff: AstroAuthResult = AstroAuth({ providers: [GitHub], basePath: '/staff/auth' })
 * export const onRequest = staff.onRequest
 */
export interface AstroAuthResult<S extends Session = Session> {
  /**
   * The middleware. It serves the routes of the library, and sets the members of `locals` that are missing.
   * @example export const { onRequest } = AstroAuth({ providers: [GitHub] }) // src/middleware.ts
   */
  readonly onRequest: (context: AstroContext, next: () => Promise<Response>) => Promise<Response>
  /**
   * The functions of a request that has reached the middleware, if another instance has set those of `locals`.
   * @example const session = await staff.authFor(Astro).auth()
   */
  readonly authFor: (context: AstroContext) => AuthLocals<S>
}

/** What the middleware knows of one request. */
interface RequestState {
  readonly context: RequestContext
  readonly locals: AuthLocals
  /** Whether the cookies are on a response. */
  isDone: boolean
}

/** The functions of each request, for `getSession`. */
const localsOf = makeObjectValues<AuthLocals>()

/**
 * The session of a request that has reached the middleware.
 * @deprecated use `Astro.locals.auth()`
 * @example
 * const session = await getSession(Astro.request)
 */
export const getSession = async (request: Request): Promise<Session | null> => {
  const locals = localsOf.get(request)
  if (locals === undefined) throw new Error('The middleware of @authwright/astro has not seen this request')
  return locals.auth()
}

/** The path and query as the browser sent them, with the origin that Astro trusts. */
const addressOf = ({ request, url }: AstroContext): string => {
  const { pathname, search } = new URL(request.url)
  return url.origin + pathname + search
}

const makeAstroAuth = (
  source: ConfigSource,
  { basePath = '/auth', checkOrigin = false }: AstroAuthOptions,
  findVariable: (name: string) => string | undefined,
  runtime: Runtime | undefined,
): AstroAuthResult => {
  const findAuth = makeAuthCache<AstroContext>(
    source,
    () => ({ basePath, environment: variablesByName(findVariable) }),
    runtime,
  )
  // A rewrite changes the request and keeps `locals`; the error page gets new `locals` and the same request.
  const states = makeObjectValues<RequestState>()

  const stateFor = (context: AstroContext): RequestState => {
    const found = states.get(context.locals) ?? states.get(context.request)
    if (found !== undefined) return found
    const { method, headers } = context.request
    const made = makeRequestContext({
      auth: () => findAuth(context),
      request: { url: addressOf(context), method, headers },
    })
    const state: RequestState = { context: made, locals: makeLocals(made), isDone: false }
    for (const key of [context.locals, context.request]) states.set(key, state)
    return state
  }

  const render = async (context: AstroContext, next: () => Promise<Response>): Promise<Response> => {
    const state = stateFor(context)
    const response = await redirectFailedSignIn(state.context, next).catch((thrown: unknown) => {
      if (thrown instanceof AccessRefused) return thrown.response
      // Astro's own page of a development server stays white if the browser does not connect to it in 200 ms.
      const page = explanationPage(thrown)
      if (page === undefined) throw thrown
      return new Response(page, { status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } })
    })
    // For an error page, Astro calls the middleware again, and keeps the headers of an empty response.
    if (state.isDone) return response
    state.isDone = true
    return addMissingCookies(response, await state.context.finish(), [...context.cookies.headers()])
  }

  return {
    authFor: (context) => stateFor(context).locals,
    onRequest: async (context, next) => {
      const { locals, request, isPrerendered } = context
      if (isPrerendered) {
        Object.assign(locals, { ...prerenderedLocals, ...locals })
        return next()
      }
      const state = stateFor(context)
      Object.assign(locals, { ...state.locals, ...locals })
      localsOf.set(request, state.locals)
      const auth = await state.context.auth()
      if (findAction(new URL(request.url).pathname, auth.basePath) !== undefined)
        return auth.engine.handle(request, { origin: context.url.origin })
      if (checkOrigin && isForbiddenForm(request, new URL(auth.config.origin ?? context.url).origin))
        return new Response(`Cross-site ${request.method} form submissions are forbidden`, { status: 403 })
      return render(context, next)
    },
  }
}

/**
 * Set up authentication for Astro as a middleware. The integration does this with the config of `auth.config.ts`; call it for a
 * second config. The variables `AUTH_SECRET`, `AUTH_URL`, `AUTH_TRUST_HOST` and `AUTH_<ID>_*` are the defaults of options that the
 * config leaves out.
 *
 * @param findVariable `getSecret` of `astro:env/server`. @default the variables of the process
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @experimental its interface may change
 *
 * @example
 * export const { onRequest } = AstroAuth({ providers: [GitHub], basePath: '/staff/auth' })
 */
export const AstroAuth = <S extends DefaultSession = Session>(
  source: ConfigSource<S>,
  options: AstroAuthOptions = {},
  findVariable: (name: string) => string | undefined = (name) => processVariables()[name],
  runtime?: Runtime,
): AstroAuthResult<S & Session> =>
  // The engine returns what the callback `session` returned.
  makeAstroAuth(source, options, findVariable, runtime) as AstroAuthResult<S & Session>
