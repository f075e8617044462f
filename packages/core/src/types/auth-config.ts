import type { Adapter } from './adapter.ts'
import type { CallbacksOptions, EventCallbacks } from './callbacks.ts'
import type { JWTOptions } from './jwt.ts'
import type {
  CookieOption,
  CookiesOptions,
  I18nOptions,
  LoggerInstance,
  PagesOptions,
  Theme,
} from './config-options.ts'
import type { AppProviders } from './providers.ts'
import type { raw, skipCSRFCheck } from './symbols.ts'

/**
 * Options of sessions.
 * @example const session: SessionOptions = { strategy: 'database', maxAge: 7 * 24 * 60 * 60 }
 */
export interface SessionOptions {
  /**
   * Where sessions are stored: an encrypted cookie, or the adapter. @default 'database' with an adapter, else 'jwt'
   * @example strategy: 'database'
   */
  strategy?: 'jwt' | 'database'
  /**
   * Seconds after which an unused session expires. @default 2592000
   * @example maxAge: 7 * 24 * 60 * 60
   */
  maxAge?: number
  /**
   * Seconds after the sign-in at which a session ends, without `generateSessionToken`. @default 7776000
   * @example absoluteMaxAge: 30 * 24 * 60 * 60
   */
  absoluteMaxAge?: number
  /**
   * Seconds between two renewals of a session; `0` renews it at each request. @default 86400
   * @example updateAge: 60 * 60
   */
  updateAge?: number
  /**
   * Makes the token of a database session, with at least 128 random bits. @default 256 random bits
   * @example generateSessionToken: () => crypto.randomUUID() + crypto.randomUUID()
   */
  generateSessionToken?: () => string
  /**
   * The number of decrypted session cookies to cache; `0` disables the cache. A session of more than 4 KB counts once
   * per 4 KB. @default 1000
   * @example cookieCacheSize: 10_000
   */
  cookieCacheSize?: number
}

/**
 * Sessions that another library left in browsers. A valid one moves to a cookie of this library when it is read.
 * `@authwright/core/compat` makes this option for Auth.js.
 * @example const legacySessions: LegacySessions = { cookies: () => [{ name: 'old-session' }], until: '2027-06-30' }
 */
export interface LegacySessions {
  /**
   * Lists the cookies, for an https or http site. Attributes default to those of this library's session cookie.
   * @example cookies: (secure) => [{ name: secure ? '__Secure-old' : 'old', options: { path: '/shop' } }]
   */
  cookies: (secure: boolean) => readonly (CookieOption & { name: string })[]
  /**
   * Opens a token of the strategy `jwt`. `salt` is the name of the cookie. Claims that are not current are refused.
   * @example decode: ({ token, salt }) => openOldToken(token, salt)
   */
  decode?: JWTOptions['decode']
  /**
   * The instant after which no such session is accepted: a `Date` or an ISO date.
   * @example until: new Date('2027-06-30')
   */
  until: Date | string
  /**
   * Keeps the old cookies until the user signs in or out, for servers that run the old library. @default false
   * @example keepCookies: true
   */
  keepCookies?: boolean
}

/**
 * Options of accounts, and of the account page.
 * @example const account: AccountOptions = { reauthenticateAfter: 5 * 60, deletionDelay: 14 * 24 * 60 * 60 }
 */
export interface AccountOptions {
  /**
   * Seconds after a sign-in during which the user can change sign-in methods; then the user must sign in again (NIST SP
   * 800-63B §5). `0` allows the change with every session, also with a stolen one. @default 900
   * @example reauthenticateAfter: 5 * 60
   */
  reauthenticateAfter?: number
  /**
   * Whether an e-mail tells the user, at a verified address, of an added or removed sign-in method. @default true
   * @example notifications: false
   */
  notifications?: boolean
  /**
   * Whether the removal of a sign-in method or a change of address ends the user's other sessions. @default true
   * @example endOtherSessions: false
   */
  endOtherSessions?: boolean
  /**
   * Seconds from the request to delete an account to its deletion, during which a sign-in can keep it. A job of the
   * application calls `deleteDueUsers`, which deletes the accounts that are due. `0` deletes at once. @default 0
   * @example deletionDelay: 14 * 24 * 60 * 60
   */
  deletionDelay?: number
  /**
   * When the application moved from a library that did not store which addresses are verified, such as Auth.js: a
   * `Date` or an ISO date. Accounts and sessions from before stay when a user verifies the address; otherwise they are
   * removed, because an attacker may have attached them. Keep the option as long as such users exist.
   * @default no users were imported
   * @example importedBefore: '2026-11-01'
   */
  importedBefore?: Date | string
  /**
   * The provider tokens: `access_token`, `refresh_token`, `id_token` and every member that is named a secret.
   * @example tokens: { store: false }
   */
  tokens?: {
    /**
     * Whether the tokens are stored. The `jwt` callback and the events get them in any case. @default true
     * @example store: false
     */
    store?: boolean
    /**
     * Seals the tokens before they reach the adapter. Of several secrets the first one seals and all open. Rows in
     * clear still work. Other code opens rows with `@authwright/core/provider-tokens`.
     * @default tokens are stored in clear
     * @env AUTH_ACCOUNT_TOKENS_SECRET
     * @example secret: [newSecret, oldSecret]
     */
    secret?: string | readonly string[]
  }
}

/**
 * The configuration of the library.
 * @example
 * const config: AuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface AuthConfig {
  /**
   * The providers that users can sign in with, in the order of the sign-in page.
   * @example providers: [GitHub, Google({ clientId: 'id', clientSecret: 'secret' })]
   */
  providers: AppProviders
  /**
   * How users change their accounts, and what is stored of the accounts.
   * @example account: { reauthenticateAfter: 5 * 60 }
   */
  account?: AccountOptions
  /**
   * Connects a database. Without an adapter sessions are stored in cookies, and there are no user records.
   * @example adapter: memoryAdapter()
   */
  adapter?: Adapter
  /**
   * Milliseconds after which a call of the adapter, or a transaction, fails. @default 5000
   * @example adapterTimeout: 2000
   */
  adapterTimeout?: number
  /**
   * The path of all routes of the library. A path in `AUTH_URL` fills it. @default '/auth'
   * @example basePath: '/api/auth'
   */
  basePath?: string
  /**
   * Functions of the application that decide.
   * @example callbacks: { signIn: ({ user }) => user.email?.endsWith('@example.com') === true }
   */
  callbacks?: Partial<CallbacksOptions>
  /**
   * Names and attributes of cookies. The defaults, which docs/reference/cookies.md lists, apply to what is left out.
   * @example cookies: { sessionToken: { options: { domain: 'example.com' } } }
   */
  cookies?: Partial<CookiesOptions>
  /**
   * Writes a line for each decision of a request to the console, or to the `debug` function of `logger`. @default false
   * @example debug: true
   */
  debug?: boolean
  /**
   * Functions that are called when something has happened, such as for an audit log.
   * @example events: { createUser: ({ user }) => console.log('welcome', user.id) }
   */
  events?: Partial<EventCallbacks>
  /**
   * Features that may change or be removed in any version.
   * @example experimental: { enableWebAuthn: true }
   */
  experimental?: {
    /**
     * Enables passkey providers, and warns at start. @default false
     * @example enableWebAuthn: true
     */
    enableWebAuthn?: boolean
  }
  /**
   * Sessions that another library left in browsers. Without this option none is accepted.
   * @example legacySessions: { cookies: () => [{ name: 'old-session' }], until: '2027-06-30' }
   */
  legacySessions?: LegacySessions
  /**
   * How session tokens of the strategy `jwt` are sealed.
   * @example jwt: { maxAge: 60 * 60 }
   */
  jwt?: Partial<JWTOptions>
  /**
   * The languages and the texts of the built-in pages and e-mails.
   * @example i18n: { locales: ['de', 'en'] }
   */
  i18n?: I18nOptions
  /**
   * Receives log messages. The built-in logger handles the levels that are left out. @default the console
   * @example logger: { error: (error) => console.error(error.name, error.cause) }
   */
  logger?: Partial<LoggerInstance>
  /**
   * Paths or URLs of the application's own pages. Each replaces a built-in page.
   * @example pages: { signIn: '/login' }
   */
  pages?: Partial<PagesOptions>
  /**
   * For framework authors: with the marker `raw`, `Auth` returns a `ResponseInternal` in place of a `Response`.
   * @example raw: raw
   */
  raw?: typeof raw
  /**
   * Whether a cookie remembers the last provider, but not the user, for the sign-in page. @default true
   * @example rememberProvider: false
   */
  rememberProvider?: boolean
  /**
   * The URL of the base path at the deployment to which OAuth providers redirect. @env AUTH_REDIRECT_PROXY_URL
   * @example redirectProxyUrl: 'https://app.example.com/auth'
   */
  redirectProxyUrl?: string
  /**
   * The origins that this deployment may forward to as a redirect proxy, such as `https://*.preview.example.com`. A `*`
   * stands for a label of a host name, or part of one. Below a domain of a hosting service it also matches hosts of
   * other customers, and the log warns. @default none: it forwards to no other origin
   * @example redirectProxyOrigins: ['https://*.preview.example.com']
   */
  redirectProxyOrigins?: readonly string[]
  /**
   * Whether a user must verify the e-mail address before the first session. The sign-in continues when the user opens
   * the link of an e-mail, or types its code, in the same browser. It needs an e-mail provider. @default false
   * @example requireVerifiedEmail: true
   */
  requireVerifiedEmail?: boolean
  /**
   * Whether the sign-in page links to its variant for new users, `/signin?mode=signup`. Set `false` where the
   * application refuses new users. @default true with an adapter
   * @example signUpPage: false
   */
  signUpPage?: boolean
  /**
   * Seals tokens and cookies: 32 or more random characters. Of several, the first seals. @env AUTH_SECRET
   * @example secret: [newSecret, oldSecret]
   */
  secret?: string | string[]
  /**
   * How sessions are stored and when they expire.
   * @example session: { strategy: 'database', maxAge: 7 * 24 * 60 * 60 }
   */
  session?: SessionOptions
  /**
   * For framework authors: with the marker `skipCSRFCheck`, the origin of requests is not checked. Warns at start.
   * @example skipCSRFCheck: skipCSRFCheck
   */
  skipCSRFCheck?: typeof skipCSRFCheck
  /**
   * The look of the built-in pages and e-mails.
   * @example theme: { name: 'Acme', brandColor: '#2f5bd0' }
   */
  theme?: Theme
  /**
   * Whether the `Host` and `X-Forwarded-*` headers decide the application's origin. Enable it only behind a proxy that
   * sets them. `setEnvDefaults` sets it to `true` if `AUTH_URL` is set, on Vercel and Cloudflare Pages, and if `NODE_ENV`
   * is `development` or `test`.
   * @default false
   * @env AUTH_TRUST_HOST
   * @example trustHost: true
   */
  trustHost?: boolean
  /**
   * Whether requests to names of this machine, such as `localhost`, are trusted without `trustHost`. @default false
   * @example trustLoopback: true
   */
  trustLoopback?: boolean
  /**
   * Whether cookies are sent over https only. @default true for https URLs
   * @example useSecureCookies: true
   */
  useSecureCookies?: boolean
  /**
   * The application's origin, such as `https://app.example.com`. It wins over request headers. @env AUTH_URL
   * @example origin: 'https://app.example.com'
   */
  origin?: string
  /**
   * Bytes of a request body that are read. A response that a provider posts may have at most 65536. @default 65536
   * @example maxBodySize: 16_384
   */
  maxBodySize?: number
}
