import type { Cookie } from './config-options.ts'
import type { AppProvider } from './providers.ts'
import type { Session } from './user.ts'

export type { Cookie, CookieSerializeOptions } from './config-options.ts'

export const authActions = [
  'account',
  'callback',
  'change-email',
  'choose-account',
  'confirm-browser',
  'csrf',
  'error',
  'initiate-login',
  'passkey',
  'providers',
  'session',
  'signin',
  'signout',
  'undo-email',
  'verify-request',
  'webauthn-options',
] as const

/** The first path segments below the base path. */
export type AuthAction = (typeof authActions)[number]

/** A response as plain data. */
export interface ResponseInternal<
  Body = string | Session | null | Readonly<Record<string, unknown>> | Readonly<Record<string, AppProvider>>,
> {
  readonly status?: number
  readonly headers?: Headers
  readonly body?: Body
  /** An absolute URL. */
  readonly redirect?: string
  readonly cookies?: readonly Cookie[]
}

/** The parts of a request that reading a session needs. */
export interface RequestLike {
  readonly url: string | URL
  readonly headers: Headers
  readonly method?: string
}
