import type { Cookie, IncomingRequest, OutgoingResponse, RequestLike, ResponseInternal } from './http.ts'
import type { SigninProps } from './page-props.ts'
import type { AppProvider } from './providers.ts'
import type { Session } from './user.ts'

/**
 * The session of a request, and the cookies that the response must set.
 * @example const { session, cookies }: SessionResult = await auth.session(request)
 */
export interface SessionResult {
  /** The session, or `null` if the user is signed out. */
  readonly session: Session | null
  /** The cookies to set, such as a renewed session. `serializeCookie` makes a header of one. */
  readonly cookies: readonly Cookie[]
}

/**
 * The props of a sign-in page, and the cookies that its response must set.
 * @example const { props, cookies }: SignInPage = await auth.signInPage(request)
 */
export interface SignInPage {
  /** What the page shows. */
  readonly props: SigninProps
  /** The cookies that the response with the page must set. */
  readonly cookies: readonly Cookie[]
}

/** The CSRF token for a form, and its cookie if the browser does not have one yet. */
export interface FormToken {
  readonly csrfToken?: string
  readonly cookies: readonly Cookie[]
}

/**
 * What a run of `deleteDueUsers` did.
 * @example const { deleted, failed }: DueDeletions = await auth.deleteDueUsers()
 */
export interface DueDeletions {
  /** How many users were deleted. */
  readonly deleted: number
  /** How many were not, because `callbacks.deleteUser` refused or something failed. They are due again a day later. */
  readonly failed: number
}

/**
 * Options of a sign-in that server code starts.
 * @example const options: SignInOptions = { fields: { email: 'ann@example.com' }, redirectTo: '/welcome' }
 */
export interface SignInOptions {
  /**
   * Fields of the form: the e-mail address, or what a credentials provider asks for.
   * @example fields: { email: 'ann@example.com' }
   */
  readonly fields?: Readonly<Record<string, unknown>>
  /**
   * The URL or path to redirect to after the sign-in. @default the browser's callback URL, else the home page
   * @example redirectTo: '/welcome'
   */
  readonly redirectTo?: string
  /**
   * `true`: link the account to the signed-in user; `false`: do not offer to. @default the user is asked
   * @example link: true
   */
  readonly link?: boolean
  /**
   * Parameters of the authorization request. They do not replace parameters that protect the flow, such as `state`.
   * @example authorizationParams: { prompt: 'select_account', login_hint: 'ann@example.com' }
   */
  readonly authorizationParams?: Readonly<Record<string, string>>
}

/**
 * The library for server code and framework adapters: the same flows as `Auth`, with plain data as the result.
 * @example
 * const auth: AuthInstance = createAuth({ providers: [GitHub], secret })
 * const { session } = await auth.session(request)
 */
export interface AuthInstance {
  /**
   * Handle a request for a route below the base path.
   * @example const response = await auth.handle(request)
   */
  handle(request: Request, known?: Pick<IncomingRequest, 'origin' | 'route'>): Promise<Response>
  /**
   * The same with plain data, for platforms without `Request` and `Response`.
   * @example
   * const { method, url, headers } = request
   * const { status, cookies, body } = await auth.respond({ method, url, headers })
   */
  respond(request: IncomingRequest): Promise<OutgoingResponse>
  /**
   * The session of a request; `null` if no user is signed in. Throws an `AuthError` if it cannot be read. With
   * `renew: false`, for code that cannot set cookies, nothing is written and `jwt` does not run. A function is called
   * right before that, because the response may have been sent in the meantime. @default true
   * @example const { session, cookies } = await auth.session(request)
   */
  session(request: RequestLike, options?: { readonly renew?: boolean | (() => boolean) }): Promise<SessionResult>
  /**
   * Start a sign-in, or complete it if the method has only one step. Throws an `AuthError` if it fails.
   * @example const { redirect, cookies } = await auth.signIn(request, 'github', { redirectTo: '/welcome' })
   */
  signIn(request: RequestLike, provider?: string, options?: SignInOptions): Promise<ResponseInternal>
  /**
   * End the session of the browser.
   * @example const { redirect, cookies } = await auth.signOut(request, { redirectTo: '/' })
   */
  signOut(request: RequestLike, options?: { readonly redirectTo?: string }): Promise<ResponseInternal>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example const { session, cookies } = await auth.update(request, { name: 'Ada' })
   */
  update(request: RequestLike, data: unknown): Promise<SessionResult>
  /**
   * End all sessions of a user: those in the database at once, those in cookies at their next renewal (`updateAge`).
   * Throws an `AuthError` if the adapter cannot end them (`MissingAdapterMethods`), fails or does not have the user.
   * @example
   * const { session } = await auth.session(request)
   * if (session?.user?.id !== undefined) await auth.revokeSessions(session.user.id)
   */
  revokeSessions(userId: string): Promise<void>
  /**
   * Delete the users whose deletion is due (`account.deletionDelay`), in batches. Call it from a daily job. Several
   * processes may run it at once. A failure is logged and counted, and the user is due again a day later.
   * @example const { deleted, failed } = await auth.deleteDueUsers()
   */
  deleteDueUsers(): Promise<DueDeletions>
  /**
   * The providers, as `GET /providers` lists them.
   * @example const names = Object.values(await auth.providers(request)).map(({ name }) => name)
   */
  providers(request: RequestLike): Promise<Readonly<Record<string, AppProvider>>>
  /**
   * The props of a sign-in page of the application, from the query. The response must set the cookies.
   * @example const { props, cookies } = await auth.signInPage(request)
   */
  signInPage(request: RequestLike): Promise<SignInPage>
  /**
   * The CSRF token for a form of the application, and its cookie if the browser does not have one yet.
   * @example const { csrfToken, cookies } = await auth.csrfToken(request)
   */
  csrfToken(request: RequestLike): Promise<FormToken>
}
