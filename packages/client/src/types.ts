import type { Session } from '@authwright/core/types'

export type { DefaultSession, Session, User } from '@authwright/core/types'

/**
 * Options of `getSession`.
 * @example
 * const options: GetSessionOptions = { signal: AbortSignal.timeout(5000) }
 * const session = await getSession(options)
 */
export interface GetSessionOptions {
  /**
   * Aborts the request.
   * @example signal: AbortSignal.timeout(5000)
   */
  readonly signal?: AbortSignal
}

/**
 * A provider in the response of `GET /providers`.
 * @example const label = ({ type, name }: ClientProvider) => (type === 'webauthn' ? 'Passkey' : `Sign in with ${name}`)
 */
export interface ClientProvider {
  /** The id, as in the addresses of the provider. */
  readonly id: string
  /** The name for a button. */
  readonly name: string
  /** How the provider signs a user in. */
  readonly type: 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'
  /** The address that starts a sign-in. */
  readonly signinUrl: string
  /** The address to which the provider returns. */
  readonly callbackUrl: string
}

/**
 * Options of a sign-in. All other members are sent as form fields, such as `email` or the credentials.
 * @example
 * const options: SignInOptions = { email: 'ada@example.com', redirectTo: '/welcome' }
 * await signIn('email', options)
 */
export interface SignInOptions<Redirect extends boolean = true> {
  /**
   * The redirect target after success. @default the current page
   * @example redirectTo: '/welcome'
   */
  redirectTo?: string
  /**
   * The name of `redirectTo` in earlier versions of Auth.js. @deprecated use `redirectTo`
   * @example callbackUrl: '/welcome'
   */
  callbackUrl?: string
  /**
   * Whether to redirect. With `false` the function returns the result instead. @default true
   * @example redirect: false
   */
  redirect?: Redirect
  /**
   * For a passkey provider, `'register'` creates a passkey for the current user, or with `email` for a new user.
   * @example action: 'register'
   */
  action?: string
  /**
   * While a user is signed in, `true` links the account to this user, and `false` does not offer to link it.
   * @default a user who returns with another account is asked
   * @example link: true
   */
  link?: boolean | 'true' | 'false'
  [field: string]: unknown
}

/**
 * Extra parameters of the provider's authorization request, in any form that `URLSearchParams` accepts.
 * @example
 * const params: SignInAuthorizationParams = { prompt: 'select_account', login_hint: 'ada@example.com' }
 * await signIn('google', {}, params)
 */
export type SignInAuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams

/**
 * The result of a sign-in.
 * @example
 * const result: SignInResponse = await signIn('password', { username: 'ada', password: '…', redirect: false })
 * if (result.error === 'TooManyRequests') console.log(`Try again in ${result.retryAfter} seconds`)
 */
export interface SignInResponse {
  /** The public type of the error, such as `CredentialsSignin`; `undefined` after success. */
  error: string | undefined
  /** The `code` of a `CredentialsSignin`. */
  code: string | undefined
  /** The HTTP status. It is 200 also for a wrong password, and 429 for too many attempts. */
  status: number
  /** Seconds until the next attempt is allowed, after `TooManyRequests`. */
  retryAfter?: number
  /** Whether the sign-in succeeded so far. */
  ok: boolean
  /** The address to load next; `null` after a failure. */
  url: string | null
}

/**
 * Options of a sign-out.
 * @example
 * const options: SignOutParams = { redirectTo: '/goodbye' }
 * await signOut(options)
 */
export interface SignOutParams<Redirect extends boolean = true> {
  /**
   * The redirect target after success. @default the current page
   * @example redirectTo: '/goodbye'
   */
  redirectTo?: string
  /**
   * The name of `redirectTo` in earlier versions of Auth.js. @deprecated use `redirectTo`
   * @example callbackUrl: '/goodbye'
   */
  callbackUrl?: string
  /**
   * Whether to redirect. With `false` the function returns the result instead. @default true
   * @example redirect: false
   */
  redirect?: Redirect
}

/**
 * The result of a sign-out.
 * @example const { url }: SignOutResponse = await signOut({ redirect: false })
 */
export interface SignOutResponse {
  /** The address to load next. */
  url: string
}

/**
 * A message from another tab: the session may have changed.
 * @example
 * onSessionChange(({ trigger }: SessionChange) => {
 *   if (trigger === 'signout') location.reload()
 * })
 */
export interface SessionChange {
  /** What the other tab did. */
  readonly trigger: 'signin' | 'signout' | 'update'
}

/**
 * Options of a client.
 * @example
 * const options: ClientOptions = { basePath: '/staff/auth' }
 * configure(options)
 */
export interface ClientOptions {
  /**
   * The `basePath` of the application's config, or a function that returns it. @default '/auth'
   * @example basePath: '/staff/auth'
   */
  basePath?: string | (() => string)
  /**
   * The function that sends requests. @default the global `fetch`
   * @example fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(10_000) })
   */
  fetch?: typeof fetch
}

/**
 * Start a sign-in. Without a provider, or with one that is not configured, this loads the sign-in page.
 * @example const startWithGitHub = (signIn: SignIn) => signIn('github', { redirectTo: '/welcome' })
 */
export interface SignIn {
  (provider?: string, options?: SignInOptions<true>, authorizationParams?: SignInAuthorizationParams): Promise<void>
  (
    provider: string | undefined,
    options: SignInOptions<false>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse>
  (
    provider: string | undefined,
    options: SignInOptions<boolean>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse | undefined>
}

/**
 * End the session.
 * @example const leave = (signOut: SignOut) => signOut({ redirectTo: '/goodbye' })
 */
export interface SignOut {
  (options?: SignOutParams<true>): Promise<void>
  (options: SignOutParams<false>): Promise<SignOutResponse>
  (options: SignOutParams<boolean>): Promise<SignOutResponse | undefined>
}

/**
 * Options of a sign-in with a passkey.
 * @example
 * const options: PasskeyOptions = { redirectTo: '/welcome' }
 * await signInWithPasskey(options)
 */
export interface PasskeyOptions {
  /**
   * The id of the provider. @default 'passkey'
   * @example provider: 'security-key'
   */
  provider?: string
  /**
   * The redirect target after success. @default the current page
   * @example redirectTo: '/welcome'
   */
  redirectTo?: string
  /**
   * Whether to redirect. With `false` the function returns the result instead. @default true
   * @example redirect: false
   */
  redirect?: boolean
  /**
   * The e-mail address of a new user.
   * @example email: 'ada@example.com'
   */
  email?: string
  /**
   * The name of a new passkey. @default the name of the authenticator
   * @example name: 'Work laptop'
   */
  name?: string
}

/**
 * Options of a registration.
 * @example
 * const options: RegisterPasskeyOptions = { automatic: true, redirect: false }
 * const result = await registerPasskey(options)
 */
export interface RegisterPasskeyOptions extends PasskeyOptions {
  /**
   * Create the passkey without a dialog. Works in browsers that support conditional creation (WebAuthn L3 §5.1.3),
   * right after the browser filled in a password of this user. @default false
   * @example automatic: true
   */
  automatic?: boolean
}

/**
 * A running passkey autofill.
 * @example
 * const { finished, stop }: PasskeyAutofill = startPasskeyAutofill({ redirect: false })
 * const result = await finished
 */
export interface PasskeyAutofill {
  /** Resolves when the user has signed in or the autofill has ended; to `undefined` if the browser does not support it. */
  readonly finished: Promise<SignInResponse | undefined>
  /**
   * End the autofill, for example before a client-side navigation.
   * @example
   * const autofill = startPasskeyAutofill()
   * window.addEventListener('pagehide', autofill.stop)
   */
  readonly stop: () => void
}

/**
 * A passkey of the current user.
 * @example const lastUse = ({ lastUsedAt }: ClientPasskey) => lastUsedAt && new Date(lastUsedAt).toLocaleDateString()
 */
export interface ClientPasskey {
  /** Base64url. */
  readonly credentialId: string
  /** The name that the user gave to the passkey, or that of its password manager. */
  readonly name?: string
  /** Milliseconds since the epoch. */
  readonly createdAt?: number
  /** Milliseconds since the epoch. */
  readonly lastUsedAt?: number
  /** Whether a password manager has a copy, so that the passkey survives the loss of the device. */
  readonly isBackedUp: boolean
  /** `false` for the user's last sign-in method. @default true */
  readonly canDelete?: boolean
}

/**
 * The functions of a client.
 * @example
 * const staff: Client = createClient({ basePath: '/staff/auth' })
 * const session = await staff.getSession()
 */
export interface Client {
  /**
   * Change options of the client. Options that are left out keep their value.
   * @example
   * const staff = createClient({ basePath: '/staff/auth' })
   * staff.configure({ basePath: '/team/auth' })
   */
  readonly configure: (options: ClientOptions) => void
  /**
   * Start a sign-in. Without a provider, or with one that is not configured, this loads the sign-in page.
   * @example await signIn('github', { redirectTo: '/welcome' })
   */
  readonly signIn: SignIn
  /**
   * End the session. Redirects unless `redirect` is `false`.
   * @example await signOut({ redirectTo: '/' })
   */
  readonly signOut: SignOut
  /**
   * Sign in with a passkey. Redirects after success; otherwise returns the result. A failure in the browser has status 0 and
   * one of these errors: `PasskeyCancelled` when the user cancelled or has no passkey, `PasskeyUnsupported` when the browser
   * does not support passkeys, else `PasskeyFailed`.
   * @example
   * const result = await signInWithPasskey({ redirect: false })
   * if (result?.error === 'PasskeyCancelled') console.log('The user has cancelled')
   */
  readonly signInWithPasskey: (options?: PasskeyOptions) => Promise<SignInResponse | undefined>
  /**
   * Create a passkey for the current user, or with `email` for a new user. `error` is `PasskeyAlreadyRegistered` when the
   * authenticator has a passkey of this user, and `ReauthenticationRequired` when the last sign-in is too long ago.
   * @example
   * const result = await registerPasskey({ redirect: false })
   * if (result?.error === 'ReauthenticationRequired') await signIn()
   */
  readonly registerPasskey: (options?: RegisterPasskeyOptions) => Promise<SignInResponse | undefined>
  /**
   * Let the browser offer passkeys in inputs with `autocomplete="username webauthn"`. Call it when the page is loaded.
   * @example const { stop } = startPasskeyAutofill({ redirectTo: '/welcome' })
   */
  readonly startPasskeyAutofill: (options?: PasskeyOptions) => PasskeyAutofill
  /**
   * The passkeys of the current user. Rejects with a `ClientError` of type `SessionRequired` without a session.
   * @example const names = (await listPasskeys()).map(({ name }) => name)
   */
  readonly listPasskeys: () => Promise<readonly ClientPasskey[]>
  /**
   * Rename a passkey. Rejects with a `ClientError` if the current user has no such passkey.
   * @example
   * const [first] = await listPasskeys()
   * if (first !== undefined) await renamePasskey(first.credentialId, 'Work laptop')
   */
  readonly renamePasskey: (credentialId: string, name: string) => Promise<void>
  /**
   * Delete a passkey, and signal this to password managers. Rejects with a `ClientError` of type `ReauthenticationRequired`
   * when the last sign-in is too long ago, and `AccessDenied` for the user's last sign-in method.
   * @example
   * const [first] = await listPasskeys()
   * if (first !== undefined) await deletePasskey(first.credentialId)
   */
  readonly deletePasskey: (credentialId: string) => Promise<void>
  /**
   * The session, or `null` when the user is signed out. Rejects with a `ClientError` when the server cannot tell.
   * @example const session = await getSession()
   */
  readonly getSession: <S extends Session = Session>(options?: GetSessionOptions) => Promise<S | null>
  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`. Without data this reads the session.
   * @example const session = await update({ name: 'Ada' })
   */
  readonly update: <S extends Session = Session>(data?: unknown) => Promise<S | null>
  /**
   * The configured providers by id, in the order of the config. Requested once.
   * @example const names = Object.values(await getProviders()).map(({ name }) => name)
   */
  readonly getProviders: () => Promise<Readonly<Record<string, ClientProvider>>>
  /**
   * The CSRF token for a form of the application. This client needs none, because browsers send `Origin` with it.
   * @example const body = new URLSearchParams({ csrfToken: await getCsrfToken() })
   */
  readonly getCsrfToken: () => Promise<string>
  /**
   * Call the listener when another tab changes the session. Returns the function that removes the listener.
   * @example const stop = onSessionChange(() => location.reload())
   */
  readonly onSessionChange: (listener: (change: SessionChange) => void) => () => void
}
