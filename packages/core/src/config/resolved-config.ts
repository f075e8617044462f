import type { CallbacksOptions } from '../types/auth-config.ts'
import type { JWTOptions } from '../types/jwt.ts'
import type { LoggerInstance, PagesOptions, Theme } from '../types/config-options.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { PlaintextCache } from '../crypto/plaintext-cache.ts'
import type { Secret } from '../crypto/secret.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { CookieDefinition, CookieSet } from './cookie-set.ts'
import type { Emit } from './emit.ts'
import type { ProviderTable } from './provider-table.ts'
import type { MessageCatalog } from '../i18n/message-catalog.ts'

/** How sessions are kept. */
export interface SessionConfig {
  readonly strategy: 'jwt' | 'database'
  /** Seconds. */
  readonly maxAge: number
  /** Seconds. */
  readonly updateAge: number
  readonly generateSessionToken: (() => string) | undefined
  /** What was opened under a cookie's name; the name is part of what a token is sealed for. */
  readonly cacheOf: (cookieName: string) => PlaintextCache
}

/** How session tokens are sealed. */
export interface TokenConfig {
  readonly keyring: Keyring
  /** For the owner's own codec alone. */
  readonly secrets: readonly Secret[]
  /** Whether the owner wrote one text, which is what such a codec then expects, and no list. */
  readonly isOneSecret: boolean
  /** Seconds. */
  readonly maxAge: number
  /** The owner's own codec; `undefined` means ours. */
  readonly encode: JWTOptions['encode'] | undefined
  readonly decode: JWTOptions['decode'] | undefined
  readonly written: Partial<JWTOptions>
}

/** How people change their own accounts. */
export interface AccountConfig {
  /** Seconds; 0 asks for no recent sign-in. */
  readonly reauthenticateAfter: number
  readonly notifications: boolean
}

/** Sessions of a library that was here before. */
export interface LegacySessionConfig {
  readonly cookies: (secure: boolean) => readonly CookieDefinition[]
  readonly decode: JWTOptions['decode'] | undefined
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly keepsCookies: boolean
}

/** What the owner wants, with everything worked out that does not depend on a request. Frozen. */
export interface ResolvedConfig {
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
  /** The callbacks that the owner wrote. */
  readonly definedCallbacks: Readonly<Record<keyof CallbacksOptions, boolean>>
  readonly emit: Emit
  readonly adapter: BoundAdapter | undefined
  readonly logger: LoggerInstance
  readonly pages: Partial<PagesOptions>
  readonly theme: Theme
  /** The languages of pages and mails. */
  readonly messages: MessageCatalog
  /** Whether a browser is told which provider it signed in with last. */
  readonly remembersProvider: boolean
  readonly providers: ProviderTable
  readonly checksCsrf: boolean
  /** Whether a user must verify their e-mail address before the first session. */
  readonly requireVerifiedEmail: boolean
  /** Bytes. */
  readonly maxBodySize: number
  readonly redirectProxyUrl: string | undefined
  readonly redirectProxyOrigins: readonly RegExp[]
}
