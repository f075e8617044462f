import { AuthError } from '../errors/auth-error.ts'
import type { SignInOptions } from '../types/auth-instance.ts'
import { authError } from '../errors/error-classes.ts'
import type { Cookie, RequestLike, ResponseInternal } from '../types/http.ts'
import type { SigninProps } from '../types/page-props.ts'
import type { Session } from '../types/user.ts'
import { checkAccess, type Access, type AccessCheck } from './access.ts'
import type { ConfiguredAuth } from './configured-auth.ts'
import {
  describeFailedSignIn,
  explainToDeveloper,
  findSignInFailure,
  throwWithStatus,
  type FailedSignIn,
} from './error-status.ts'
import { warnOfProxy } from './request-host.ts'
import { addToCookieHeader } from './response-cookies.ts'

/**
 * A request, and where cookies for its browser go.
 * @example const source: RequestSource = { auth: () => authFor(request), request, canSetCookies: () => false }
 */
export interface RequestSource {
  /**
   * Returns the engine and the config of the request.
   * @example auth: () => authFor(request)
   */
  readonly auth: () => Promise<ConfiguredAuth>
  /**
   * The request.
   * @example request: { url: 'https://app.example.com/', headers: new Headers() }
   */
  readonly request: RequestLike
  /**
   * Puts a cookie on the response. Of two cookies with one name, the later one counts. A package that adds cookies at the end leaves it
   * out, and takes those of `finish`.
   * @example setCookie: (cookie) => response.headers.append('set-cookie', serializeCookie(cookie))
   */
  readonly setCookie?: (cookie: Cookie) => void
  /**
   * Whether a cookie that is set now reaches the browser. If not, the session is read without a renewal: a renewed cookie would be
   * lost, and with it what the `jwt` callback stored. Called right before the renewal. @default true until `finish` is called
   * @example canSetCookies: () => false
   */
  readonly canSetCookies?: () => boolean
  /**
   * Whether the framework prints the text of a cause that is not an error, as SvelteKit does. Then the causes of errors get a text.
   * @default false
   * @example printsCause: true
   */
  readonly printsCause?: boolean
}

/**
 * The state of one request: its session, and the cookies for the browser. Make one per request.
 * @example const currentUser = async (context: RequestContext) => (await context.session())?.user
 */
export interface RequestContext {
  /**
   * Returns the engine and the config of the request.
   * @example const { engine, basePath } = await context.auth()
   */
  readonly auth: () => Promise<ConfiguredAuth>
  /**
   * The session, or `null`. Read once per request, and again after a sign-in or sign-out in this request.
   * @example const session = await context.session()
   */
  readonly session: () => Promise<Session | null>
  /**
   * The session of a signed-in user who passes the check, or the refusal to respond with. A page request of a signed-out user is
   * redirected to the sign-in page, which leads back to `address`.
   *
   * @param address path and query of the page for which the framework's own script requests data. @default those of the request
   * @example
   * const access = await context.checkAccess(({ user }) => user.email === 'ada@example.com')
   * const refused = 'refusal' in access ? refusalResponse(access.refusal) : undefined
   */
  readonly checkAccess: (check?: AccessCheck, address?: string) => Promise<Access>
  /**
   * Start a sign-in. The result is the address to redirect to. Throws an `AuthError` if it fails.
   * @example const url = await context.signIn('github', { redirectTo: '/welcome' })
   */
  readonly signIn: (provider?: string, options?: SignInOptions) => Promise<string>
  /**
   * The sign-in of this request, if it failed and a page may show why. A framework package redirects to that page if the application
   * does not catch the error. A later sign-in, sign-out or update of the request replaces it. `undefined` for a script of the
   * application, which would take the page for a success.
   *
   * @param followsRedirects whether the framework's own script sent the request, and opens the page. @default false
   * @example const failed = await context.failedSignIn()
   */
  readonly failedSignIn: (followsRedirects?: boolean) => Promise<FailedSignIn | undefined>
  /**
   * The error of the last sign-in, sign-out or update of this request, if it failed. For `explainFailure`.
   * @example const isAuthError = context.lastError() instanceof AuthError
   */
  readonly lastError: () => unknown
  /**
   * End the session. The result is the address to redirect to.
   * @example const url = await context.signOut({ redirectTo: '/' })
   */
  readonly signOut: (options?: { readonly redirectTo?: string }) => Promise<string>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`. The result is the changed session.
   * @example const session = await context.update({ name: 'Ada' })
   */
  readonly update: (data: unknown) => Promise<Session | null>
  /**
   * The props of a sign-in page of the application.
   * @example const { providers, error } = await context.signInPage()
   */
  readonly signInPage: () => Promise<SigninProps>
  /**
   * The cookies of this request until now.
   * @example const names = context.cookies().map(({ name }) => name)
   */
  readonly cookies: () => readonly Cookie[]
  /**
   * Wait for a read of the session that has begun. Later reads may still renew it.
   * @example await context.waitForSession()
   */
  readonly waitForSession: () => Promise<void>
  /**
   * Wait for a read of the session that has begun. The result is all cookies of this request. Later reads renew nothing.
   * @example const lines = (await context.finish()).map(serializeCookie)
   */
  readonly finish: () => Promise<readonly Cookie[]>
}

const targetOf = ({ redirect }: ResponseInternal): string => {
  if (redirect === undefined) throw authError('CallbackRouteError', 'The engine returned no redirect target')
  return redirect
}

/**
 * The state of one request, for framework packages.
 *
 * @example
 * const context = makeRequestContext({ auth: () => authFor(request), request, setCookie: (cookie) => added.push(cookie) })
 * const session = await context.session()
 */
export const makeRequestContext = ({
  auth,
  request,
  setCookie,
  canSetCookies,
  printsCause = false,
}: RequestSource): RequestContext => {
  const cookies = new Map<string, Cookie>()
  let found: Promise<ConfiguredAuth> | undefined
  let headers = request.headers
  let session: Promise<Session | null> | undefined
  /** The last step that changed the session, if it failed. */
  let failed: { readonly step: 'signIn' | 'signOut' | 'update'; readonly error: unknown } | undefined
  let isFinished = false

  const configure = async (): Promise<ConfiguredAuth> => {
    const configured = await auth()
    warnOfProxy(configured, request)
    return configured
  }
  const findAuth = (): Promise<ConfiguredAuth> => (found ??= configure())
  /** The request, with the cookies that were set since it arrived. */
  const current = (): RequestLike => ({ url: request.url, method: request.method ?? 'GET', headers })

  const setCookies = (added: readonly Cookie[] = []): void => {
    for (const cookie of added) {
      cookies.set(cookie.name, cookie)
      setCookie?.(cookie)
    }
  }

  /** Set cookies that also apply to the rest of this request. */
  const applyCookies = (added: readonly Cookie[] = []): void => {
    if (added.length === 0) return
    setCookies(added)
    headers = addToCookieHeader(headers, added)
  }

  const readSession = async (): Promise<Session | null> => {
    try {
      const { engine } = await findAuth()
      const sent = current()
      const result = await engine.session(sent, { renew: () => !isFinished && (canSetCookies?.() ?? true) })
      // After a sign-in or sign-out in the meantime, these cookies would restore the earlier session.
      if (sent.headers === headers) applyCookies(result.cookies)
      return result.session
    } catch (error) {
      await explainToDeveloper(error, request)
      return throwWithStatus(error, printsCause)
    }
  }

  /** Run a step that changes the session. Its cookies apply to the rest of this request. */
  const change = async <Result extends { readonly cookies?: readonly Cookie[] }>(
    step: 'signIn' | 'signOut' | 'update',
    run: (auth: ConfiguredAuth, request: RequestLike) => Promise<Result>,
  ): Promise<Result> => {
    failed = undefined
    try {
      const result = await run(await findAuth(), current())
      applyCookies(result.cookies)
      session = undefined
      return result
    } catch (error) {
      failed = { step, error }
      // A page shows what the user did wrong.
      if (findSignInFailure(error) === undefined) await explainToDeveloper(error, request)
      return throwWithStatus(error, printsCause)
    }
  }

  const currentSession = (): Promise<Session | null> => (session ??= readSession())

  // A pending read may renew the cookie. The caller of the read gets its error.
  const waitForSession = async (): Promise<void> => void (await session?.catch(() => null))

  const allCookies = (): readonly Cookie[] => [...cookies.values()]

  return {
    auth: findAuth,
    session: currentSession,
    checkAccess: (check, address) =>
      checkAccess({ auth: findAuth, session: currentSession }, current(), check, address),
    signIn: async (provider, options) =>
      targetOf(await change('signIn', ({ engine }, from) => engine.signIn(from, provider, options))),
    failedSignIn: async (followsRedirects = false) => {
      const { step, error } = failed ?? {}
      if (step !== 'signIn' || !(error instanceof AuthError)) return undefined
      return describeFailedSignIn(error, await findAuth(), current(), followsRedirects)
    },
    lastError: () => failed?.error,
    signOut: async (options) => targetOf(await change('signOut', ({ engine }, from) => engine.signOut(from, options))),
    update: async (data) => (await change('update', ({ engine }, from) => engine.update(from, data))).session,
    signInPage: async () => {
      const { engine } = await findAuth()
      const { props, cookies: added } = await engine
        .signInPage(current())
        .catch((error: unknown) => throwWithStatus(error, printsCause))
      setCookies(added)
      return props
    },
    cookies: allCookies,
    waitForSession,
    finish: async () => {
      await waitForSession()
      isFinished = true
      return allCookies()
    },
  }
}
