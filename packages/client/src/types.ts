import type { Session } from '@authwright/core/types'

export type { DefaultSession, Session, User } from '@authwright/core/types'

/** Options of `getSession`. */
export interface GetSessionOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal
}

/** A provider in the response of `GET /providers`. */
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

/** Options of a sign-in. All other members are sent as form fields, such as `email` or the credentials. */
export interface SignInOptions<Redirect extends boolean = true> {
  /** The redirect target after success. @default the current page */
  redirectTo?: string
  /** The name of `redirectTo` in earlier versions of Auth.js. @deprecated use `redirectTo` */
  callbackUrl?: string
  /** Whether to redirect. With `false` the function returns the result instead. @default true */
  redirect?: Redirect
  /**
   * For a passkey provider, `'register'` creates a passkey for the current user, or with `email` for a new user.
   */
  action?: string
  /**
   * While a user is signed in, `true` links the account to this user, and `false` does not offer to link it. @default a user
   * who returns with another account is asked
   */
  link?: boolean | 'true' | 'false'
  [field: string]: unknown
}

/** Extra parameters of the provider's authorization request, in any form that `URLSearchParams` accepts. */
export type SignInAuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams

/** The result of a sign-in. */
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

/** Options of a sign-out. */
export interface SignOutParams<Redirect extends boolean = true> {
  /** The redirect target after success. @default the current page */
  redirectTo?: string
  /** The name of `redirectTo` in earlier versions of Auth.js. @deprecated use `redirectTo` */
  callbackUrl?: string
  /** Whether to redirect. With `false` the function returns the result instead. @default true */
  redirect?: Redirect
}

/** The result of a sign-out. */
export interface SignOutResponse {
  /** The address to load next. */
  url: string
}

/** A message from another tab: the session may have changed. */
export interface SessionChange {
  /** What the other tab did. */
  readonly trigger: 'signin' | 'signout' | 'update'
}

/** Options of a client. */
export interface ClientOptions {
  /** The `basePath` of the application's config, or a function that returns it. @default '/auth' */
  basePath?: string | (() => string)
  /** The function that sends requests. @default the global `fetch` */
  fetch?: typeof fetch
}

/** Start a sign-in. Without a provider, or with one that is not configured, this loads the sign-in page. */
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

/** End the session. */
export interface SignOut {
  (options?: SignOutParams<true>): Promise<void>
  (options: SignOutParams<false>): Promise<SignOutResponse>
  (options: SignOutParams<boolean>): Promise<SignOutResponse | undefined>
}

/** Options of a sign-in with a passkey. */
export interface PasskeyOptions {
  /** The id of the provider. @default 'passkey' */
  provider?: string
  /** The redirect target after success. @default the current page */
  redirectTo?: string
  /** Whether to redirect. With `false` the function returns the result instead. @default true */
  redirect?: boolean
  /** The e-mail address of a new user. */
  email?: string
  /** The name of a new passkey. @default the name of the authenticator */
  name?: string
}

/** Options of a registration. */
export interface RegisterPasskeyOptions extends PasskeyOptions {
  /**
   * Create the passkey without a dialog. Works in browsers that support conditional creation (WebAuthn L3 §5.1.3), right
   * after the browser filled in a password of this user. @default false
   */
  automatic?: boolean
}

/** A running passkey autofill. */
export interface PasskeyAutofill {
  /** Resolves when the user has signed in or the autofill has ended; to `undefined` if the browser does not support it. */
  readonly finished: Promise<SignInResponse | undefined>
  /** End the autofill, for example before a client-side navigation. */
  readonly stop: () => void
}

/** A passkey of the current user. */
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

/** The functions of a client. */
export interface Client {
  /** Change options of the client. Options that are left out keep their value. */
  readonly configure: (options: ClientOptions) => void
  /** Start a sign-in. Without a provider, or with one that is not configured, this loads the sign-in page. */
  readonly signIn: SignIn
  /** End the session. Redirects unless `redirect` is `false`. */
  readonly signOut: SignOut
  /**
   * Sign in with a passkey. Redirects after success; otherwise returns the result. A failure in the browser has status 0 and
   * one of these errors: `PasskeyCancelled` when the user cancelled or has no passkey, `PasskeyUnsupported` when the browser
   * does not support passkeys, else `PasskeyFailed`.
   */
  readonly signInWithPasskey: (options?: PasskeyOptions) => Promise<SignInResponse | undefined>
  /**
   * Create a passkey for the current user, or with `email` for a new user. `error` is `PasskeyAlreadyRegistered` when the
   * authenticator has a passkey of this user, and `ReauthenticationRequired` when the last sign-in is too long ago.
   */
  readonly registerPasskey: (options?: RegisterPasskeyOptions) => Promise<SignInResponse | undefined>
  /** Let the browser offer passkeys in inputs with `autocomplete="username webauthn"`. Call it when the page is loaded. */
  readonly startPasskeyAutofill: (options?: PasskeyOptions) => PasskeyAutofill
  /** The passkeys of the current user. Rejects with a `ClientError` of type `SessionRequired` without a session. */
  readonly listPasskeys: () => Promise<readonly ClientPasskey[]>
  /** Rename a passkey. Rejects with a `ClientError` if the current user has no such passkey. */
  readonly renamePasskey: (credentialId: string, name: string) => Promise<void>
  /**
   * Delete a passkey, and signal this to password managers. Rejects with a `ClientError` of type `ReauthenticationRequired`
   * when the last sign-in is too long ago, and `AccessDenied` for the user's last sign-in method.
   */
  readonly deletePasskey: (credentialId: string) => Promise<void>
  /** The session, or `null` when the user is signed out. Rejects with a `ClientError` when the server cannot tell. */
  readonly getSession: <S extends Session = Session>(options?: GetSessionOptions) => Promise<S | null>
  /** Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`. Without data this reads the session. */
  readonly update: <S extends Session = Session>(data?: unknown) => Promise<S | null>
  /** The configured providers by id, in the order of the config. Requested once. */
  readonly getProviders: () => Promise<Readonly<Record<string, ClientProvider>>>
  /** The CSRF token for a form of the application. This client needs none, because browsers send `Origin` with it. */
  readonly getCsrfToken: () => Promise<string>
  /** Call the listener when another tab changes the session. Returns the function that removes the listener. */
  readonly onSessionChange: (listener: (change: SessionChange) => void) => () => void
}
