import type { PublicProvider } from './providers.ts'
import type { Session } from './identity.ts'

/** Attributes of a `Set-Cookie` header (RFC 6265). */
export interface CookieSerializeOptions {
  domain?: string
  expires?: Date
  httpOnly?: boolean
  /** Whole seconds. */
  maxAge?: number
  partitioned?: boolean
  path?: string
  priority?: 'low' | 'medium' | 'high'
  sameSite?: true | false | 'lax' | 'strict' | 'none'
  secure?: boolean
}

/** A cookie to be set. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly options: CookieSerializeOptions
}

/** The nine actions of the interface: first segments below the base path. */
export type AuthAction =
  | 'callback'
  | 'csrf'
  | 'error'
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
