import type { Awaitable } from '../base/awaitable.ts'
import type { Adapter, AdapterAuthenticator, AdapterSession, AdapterUser } from './adapter.ts'
import type { Account, DefaultSession, Profile, Session, User } from './user.ts'
import type { JWT, JWTOptions } from './jwt.ts'
import type {
  CookieOption,
  CookiesOptions,
  I18nOptions,
  LoggerInstance,
  PagesOptions,
  Theme,
} from './config-options.ts'
import type { AppProviders, CredentialInput } from './providers.ts'
import type { raw, skipCSRFCheck } from './symbols.ts'

/** The owner's decisions. Each may be async. */
export interface CallbacksOptions {
  /**
   * May this person come in? `false` stops, a string redirects there. Throwing stops: with an `AuthError` as what it is, with
   * anything else as `AccessDenied`.
   */
  signIn: (params: {
    user: User | AdapterUser
    account: Account | null
    profile?: Profile
    email?: { verificationRequest?: boolean }
    credentials?: Record<string, CredentialInput>
  }) => Awaitable<boolean | string>
  /** Where to go: called with every address a client asks for. The answer has to be an http or https address. */
  redirect: (params: { url: string; baseUrl: string }) => Awaitable<string>
  /** What a client sees of the session. */
  session: (params: {
    session: Session & { user: AdapterUser } & Pick<AdapterSession, 'userId'>
    user: AdapterUser
    token: JWT
    newSession: any
    trigger?: 'update'
  }) => Awaitable<Session | DefaultSession>
  /** What is kept in the encrypted token; `null` ends the session. */
  jwt: (params: {
    token: JWT
    user: User | AdapterUser
    account: Account | null
    profile?: Profile
    trigger?: 'signIn' | 'signUp' | 'update'
    /** @deprecated use `trigger === 'signUp'` */
    isNewUser?: boolean
    session?: any
  }) => Awaitable<JWT | null>
}

/** For audit logs. Awaited for five seconds at most; what they throw is logged and changes nothing. */
export interface EventCallbacks {
  signIn: (message: { user: User; account: Account | null; profile?: Profile; isNewUser?: boolean }) => Awaitable<void>
  signOut: (message: { session: AdapterSession | void | null | undefined } | { token: JWT | null }) => Awaitable<void>
  createUser: (message: { user: User }) => Awaitable<void>
  updateUser: (message: { user: User }) => Awaitable<void>
  linkAccount: (message: { user: User | AdapterUser; account: Account; profile: User | AdapterUser }) => Awaitable<void>
  /** With the account as it was, so that its tokens can be revoked. A passkey is an account, too. */
  unlinkAccount: (message: { user: User | AdapterUser; account: Account }) => Awaitable<void>
  /** A passkey was added. */
  createAuthenticator: (message: { user: User | AdapterUser; authenticator: AdapterAuthenticator }) => Awaitable<void>
  deleteAuthenticator: (message: { user: User | AdapterUser; authenticator: AdapterAuthenticator }) => Awaitable<void>
  session: (message: { session: Session; token: JWT }) => Awaitable<void>
}

export interface SessionOptions {
  /** @default 'database' when an adapter is configured, else 'jwt' */
  strategy?: 'jwt' | 'database'
  /** Seconds from now until the session ends. @default 2592000 */
  maxAge?: number
  /** Seconds between two writes of one session; 0 writes each time. @default 86400 */
  updateAge?: number
  generateSessionToken?: () => string
  /** How many verified session cookies are remembered so that they need no decryption; 0 remembers none. @default 1000 */
  cookieCacheSize?: number
}

/**
 * Sessions that another library left in browsers. One that is still valid is taken over when it is first read: the browser
 * gets it in a cookie of this library and forgets the old cookie. `@authwright/core/compat` makes this for Auth.js.
 */
export interface LegacySessions {
  /**
   * The cookies to look for, whole or in chunks (`name.0`, `name.1` …), on a site that is served securely or not.
   * Attributes left out are those of this library's session cookie; a cookie is cleared only where domain and path are right.
   */
  cookies: (secure: boolean) => readonly (CookieOption & { name: string })[]
  /**
   * Opens a session token, of the strategy `jwt` only; `salt` is the cookie's name. What it answers has to be current by
   * its `exp`, `iat` and `nbf`. For the strategy `database` the token is looked up as it is.
   */
  decode?: JWTOptions['decode']
  /** The instant from which no such session is accepted any more; a text has to be an ISO date. */
  until: Date | string
  /**
   * Leave the old cookies in browsers until the person signs out or in, so that servers with the old library still know
   * who is signed in, as while servers are replaced one after another. @default false
   */
  keepCookies?: boolean
}

/** What a database keeps of the tokens that a provider gave. */
export interface ProviderTokensOptions {
  /** Whether they are kept at all. The `jwt` callback and the events are told of them in any case. @default true */
  store?: boolean
  /**
   * Seals them before they reach the adapter, each bound to its account. Of several the first seals and all open. Rows that
   * were written without it go on. What reads rows by itself opens them with `@authwright/core/provider-tokens`.
   * Env: `AUTH_ACCOUNT_TOKENS_SECRET`
   */
  secret?: string | readonly string[]
}

/** How people change their own accounts, and what is kept of them. */
export interface AccountOptions {
  /**
   * Seconds after a sign-in within which a way to sign in can be added or taken away. Whoever signed in longer ago, or has
   * nothing but a session, is asked to sign in first. `0` lets every session change its account, a stolen one too.
   * @default 900
   */
  reauthenticateAfter?: number
  /**
   * Whether the owner of an account gets a mail when a way to sign in was added or taken away. It needs an e-mail provider
   * that can send one (`sendNotification`), and an address that was proven before. @default true
   */
  notifications?: boolean
  /** The tokens of a provider: `access_token`, `refresh_token`, `id_token` and whatever else is named a secret. */
  tokens?: ProviderTokensOptions
}

/** What the owner wants. */
export interface AuthConfig {
  providers: AppProviders
  account?: AccountOptions
  adapter?: Adapter
  /**
   * Milliseconds that one call of the adapter may take, or one transaction. What takes longer counts as failed, whatever
   * becomes of it. @default 5000
   */
  adapterTimeout?: number
  /** @default '/auth' */
  basePath?: string
  callbacks?: Partial<CallbacksOptions>
  cookies?: Partial<CookiesOptions>
  /** @default false */
  debug?: boolean
  events?: Partial<EventCallbacks>
  experimental?: { enableWebAuthn?: boolean }
  /** The languages and the texts of the built-in pages and e-mails. */
  i18n?: I18nOptions
  /** Sessions of a library that was here before. Without it none is accepted. */
  legacySessions?: LegacySessions
  jwt?: Partial<JWTOptions>
  logger?: Partial<LoggerInstance>
  pages?: Partial<PagesOptions>
  raw?: typeof raw
  /**
   * Whether a cookie remembers which provider a browser signed in with last, so that the sign-in page offers it first. It says
   * nothing of who signed in. @default true
   */
  rememberProvider?: boolean
  redirectProxyUrl?: string
  /**
   * Origins that a redirect proxy may send people back to, such as `https://*.preview.example.com`. A `*` stands for one
   * label of a host name, or part of one. Without it the proxy sends nobody on.
   */
  redirectProxyOrigins?: readonly string[]
  /**
   * Whether a user must verify their e-mail address before the first session. A sign-in whose address nothing verifies sends a
   * mail and continues when the user opens its link, or types its code, in the same browser. Needs an e-mail provider.
   * @default false
   */
  requireVerifiedEmail?: boolean
  secret?: string | string[]
  session?: SessionOptions
  skipCSRFCheck?: typeof skipCSRFCheck
  theme?: Theme
  trustHost?: boolean
  useSecureCookies?: boolean
  /** The application's own origin, such as `https://app.example.com`; always wins over request headers. Env: `AUTH_URL`. */
  origin?: string
  /** The largest request body read, in bytes; of an answer that a provider posts at most 65536. @default 1048576 */
  maxBodySize?: number
}
