import type { CallbacksOptions } from '../types/auth-config.ts'
import type { JWTOptions } from '../types/jwt.ts'
import type { LoggerInstance, PagesOptions, Theme } from '../types/config-options.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { PlaintextCache } from '../crypto/plaintext-cache.ts'
import type { Secret } from '../crypto/secrets.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { CookieDefinition, CookieSet } from './cookie-set.ts'
import type { Emit } from './logger.ts'
import type { MessageCatalog } from '../i18n/message-catalog.ts'

/** How sessions are stored and when they expire. */
export interface SessionConfig {
  readonly strategy: 'jwt' | 'database'
  /** Seconds. */
  readonly maxAge: number
  /** Seconds. */
  readonly updateAge: number
  readonly generateSessionToken: (() => string) | undefined
  /** The cache of decrypted cookies with a name. A token is sealed for the name of its cookie. */
  readonly cacheOf: (cookieName: string) => PlaintextCache
}

/** How session tokens are sealed. */
export interface TokenConfig {
  readonly keyring: Keyring
  /** For the developer's own `encode` and `decode` only. */
  readonly secrets: readonly Secret[]
  /** Whether the developer configured one text and not a list. The developer's own codec gets the same form. */
  readonly isOneSecret: boolean
  /** Seconds. */
  readonly maxAge: number
  /** The developer's own codec; `undefined` means the built-in one. */
  readonly encode: JWTOptions['encode'] | undefined
  readonly decode: JWTOptions['decode'] | undefined
  readonly written: Partial<JWTOptions>
}

/** How users change their accounts. */
interface AccountConfig {
  /** Seconds; 0 requires no recent sign-in. */
  readonly reauthenticateAfter: number
  readonly notifications: boolean
}

/** Sessions that another library left in browsers. */
export interface LegacySessionConfig {
  readonly cookies: (secure: boolean) => readonly CookieDefinition[]
  readonly decode: JWTOptions['decode'] | undefined
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly keepsCookies: boolean
}

/** The options of a config with all defaults and keys resolved. */
export interface ResolvedOptions {
  /** Begins with a slash and ends without one; empty for the root. */
  readonly basePath: string
  /** The canonical origin; `undefined` leaves it to the request. */
  readonly origin: string | undefined
  readonly trustHost: boolean
  readonly secureCookies: boolean | undefined
  readonly keyring: Keyring
  readonly account: AccountConfig
  readonly session: SessionConfig
  readonly token: TokenConfig
  readonly cookies: (secure: boolean) => CookieSet
  readonly legacySessions: LegacySessionConfig | undefined
  readonly callbacks: CallbacksOptions
  /** Which callbacks the developer defined. */
  readonly definedCallbacks: Readonly<Record<keyof CallbacksOptions, boolean>>
  readonly emit: Emit
  readonly adapter: BoundAdapter | undefined
  readonly logger: LoggerInstance
  readonly pages: Partial<PagesOptions>
  readonly theme: Theme
  /** The messages of pages and e-mails in each offered language. */
  readonly messages: MessageCatalog
  /** Whether a cookie remembers the provider of the last sign-in. */
  readonly remembersProvider: boolean
  readonly checksCsrf: boolean
  /** Whether a user must verify their e-mail address before the first session. */
  readonly requireVerifiedEmail: boolean
  /** Bytes. */
  readonly maxBodySize: number
  readonly redirectProxyUrl: string | undefined
  readonly redirectProxyOrigins: readonly RegExp[]
}
