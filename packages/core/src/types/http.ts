import type { Cookie } from './cookie.ts'
import type { PublicProvider } from './providers.ts'
import type { Session } from './user.ts'

export type { Cookie, CookieSerializeOptions } from './cookie.ts'

/** First segments below the base path: the nine actions of the interface, and the pages of one's own account. */
export type AuthAction =
  | 'account'
  | 'callback'
  | 'change-email'
  | 'csrf'
  | 'error'
  | 'initiate-login'
  | 'passkey'
  | 'providers'
  | 'session'
  | 'signin'
  | 'signout'
  | 'verify-request'
  | 'webauthn-options'

/** What to answer, as data. */
export interface ResponseInternal<
  Body = string | Session | null | Readonly<Record<string, unknown>> | Readonly<Record<string, PublicProvider>>,
> {
  readonly status?: number
  readonly headers?: Headers
  readonly body?: Body
  /** An absolute address. */
  readonly redirect?: string
  readonly cookies?: readonly Cookie[]
}
