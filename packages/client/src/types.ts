/** A person as the session shows them. */
export interface SessionUser {
  id?: string
  name?: string | null
  email?: string | null
  image?: string | null
}

/** What `GET /session` answers unless the application's `session` callback returns more. */
export interface ClientSession {
  user?: SessionUser
  /** When the session ends: an ISO 8601 date-time in UTC. */
  expires: string
}

/** A provider as `GET /providers` shows it. */
export interface ClientProvider {
  readonly id: string
  readonly name: string
  readonly type: 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'
  readonly signinUrl: string
  readonly callbackUrl: string
}

/** How a sign-in goes on, and the fields it sends: the address, or what a credentials provider asks for. */
export interface SignInOptions {
  /** Where to go afterwards. @default the current page */
  redirectTo?: string
  /** @deprecated use `redirectTo` */
  callbackUrl?: string
  /** Whether to leave the page. With `false` the outcome is returned. @default true */
  redirect?: boolean
  [field: string]: unknown
}

/** Extra parameters for the provider's authorization request, in whatever form `URLSearchParams` takes. */
export type SignInAuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams

/** What became of a sign-in. */
export interface SignInResponse {
  /** The public type of the error, such as `CredentialsSignin`; `undefined` when nothing failed. */
  error: string | undefined
  /** The `code` of a `CredentialsSignin`. */
  code: string | undefined
  /** Status of the HTTP answer. A wrong password is an answer like any other, so it comes with 200; too many tries are 429. */
  status: number
  /** Seconds after which something that was tried too often (`TooManyRequests`) can be tried again. */
  retryAfter?: number
  /** Whether nothing failed. */
  ok: boolean
  /** Where to go next; `null` when it failed. */
  url: string | null
}

/** How a sign-out goes on. */
export interface SignOutParams<Redirect extends boolean = boolean> {
  /** Where to go afterwards. @default the current page */
  redirectTo?: string
  /** @deprecated use `redirectTo` */
  callbackUrl?: string
  /** Whether to leave the page. With `false` the outcome is returned. @default true */
  redirect?: Redirect
}

/** What became of a sign-out. */
export interface SignOutResponse {
  /** Where to go next. */
  url: string
}

/** Something that other tabs may want to know: the session may be another one now. */
export interface SessionChange {
  readonly trigger: 'signin' | 'signout' | 'update'
}

/** What a client needs to know. */
export interface ClientOptions {
  /** The path below which the library answers, or how to find it out. @default '/auth' */
  basePath?: string | (() => string)
  /** @default the browser's own */
  fetch?: typeof fetch
}

/** Start a sign-in. Without a provider, or with one that is not configured, the sign-in page is shown. */
export interface SignIn {
  (
    provider: string | undefined,
    options: SignInOptions & { redirect: false },
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse>
  (
    provider?: string,
    options?: SignInOptions,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse | undefined>
}

/** End the session. */
export interface SignOut {
  (options: SignOutParams<false>): Promise<SignOutResponse>
  (options?: SignOutParams): Promise<SignOutResponse | undefined>
}

/** How a passkey is used or made. */
export interface PasskeyOptions {
  /** The id of the provider. @default 'passkey' */
  provider?: string
  /** Where to go afterwards. @default the current page */
  redirectTo?: string
  /** Whether to leave the page. With `false` the outcome is returned. @default true */
  redirect?: boolean
  /** The address: of somebody who signs up. */
  email?: string
  /** What a new passkey is called; otherwise what keeps it gives it its name. */
  name?: string
}

/** How a passkey is made. */
export interface RegisterPasskeyOptions extends PasskeyOptions {
  /**
   * Make the passkey without a question, where the browser has just filled in a password for this person and can do that
   * (WebAuthn L3 §5.1.3, conditional creation). @default false
   */
  automatic?: boolean
}

/** Passkeys that wait in the form fields of a page. */
export interface PasskeyAutofill {
  /** Resolves when somebody has come in, or when nothing is offered any more; `undefined` where nothing was ever offered. */
  readonly finished: Promise<SignInResponse | undefined>
  /** Offer no more, for instance because the page is left without being loaded anew. */
  readonly stop: () => void
}

/** A passkey of whoever is signed in. */
export interface ClientPasskey {
  /** Base64url. */
  readonly credentialId: string
  readonly name?: string
  /** Milliseconds since the epoch. */
  readonly createdAt?: number
  /** Milliseconds since the epoch. */
  readonly lastUsedAt?: number
  /** Whether it is kept by a password manager and so survives the loss of the device. */
  readonly isBackedUp: boolean
  /** `false` for the last way to sign in. @default true */
  readonly canDelete?: boolean
}

/** The functions of a client. */
export interface Client {
  /** Change what the client knows; what is left out stays as it was. */
  readonly configure: (options: ClientOptions) => void
  readonly signIn: SignIn
  readonly signOut: SignOut
  /**
   * Sign in with a passkey. Returns only when the page is not left: `error` is `PasskeyCancelled` when the person declined or
   * has none, `PasskeyUnsupported` when the browser knows no passkeys, `PasskeyFailed` otherwise; these come with status 0.
   */
  readonly signInWithPasskey: (options?: PasskeyOptions) => Promise<SignInResponse | undefined>
  /**
   * Make a passkey: for whoever is signed in, or with `email` for somebody new. `error` is `PasskeyKnown` when the authenticator has
   * one already, and `ReauthenticationRequired` when the sign-in is too long ago.
   */
  readonly registerPasskey: (options?: RegisterPasskeyOptions) => Promise<SignInResponse | undefined>
  /** Let the browser offer passkeys in inputs with `autocomplete="username webauthn"`. Call it when the page is there. */
  readonly startPasskeyAutofill: (options?: PasskeyOptions) => PasskeyAutofill
  /** The passkeys of whoever is signed in. Rejects with a `ClientError` of type `SessionRequired` when nobody is. */
  readonly listPasskeys: () => Promise<readonly ClientPasskey[]>
  /** Rejects with a `ClientError` when it is nobody's, or somebody else's. */
  readonly renamePasskey: (credentialId: string, name: string) => Promise<void>
  /**
   * Delete a passkey and tell password managers so. Rejects with a `ClientError`: of type `ReauthenticationRequired` when the sign-in is
   * too long ago, `AccessDenied` when it is the last way to sign in.
   */
  readonly deletePasskey: (credentialId: string) => Promise<void>
  /** Who is signed in. `null` means nobody; rejects with a `ClientError` when that cannot be known. */
  readonly getSession: <Session extends ClientSession = ClientSession>() => Promise<Session | null>
  /** Hand data to the `jwt` and `session` callbacks with `trigger: 'update'`; without data the session is read. */
  readonly update: <Session extends ClientSession = ClientSession>(data?: unknown) => Promise<Session | null>
  /** The configured providers by id, in the owner's order. Asked for once. */
  readonly getProviders: () => Promise<Readonly<Record<string, ClientProvider>>>
  /** The token for a form of one's own. Requests of this client need none: the browser says where they come from. */
  readonly getCsrfToken: () => Promise<string>
  /** Be told when another tab changes the session. Returns how to be told no more. */
  readonly onSessionChange: (listener: (change: SessionChange) => void) => () => void
}
