import type { Awaitable } from '../base/awaitable.ts'

/** Name, e-mail and picture of a session token. */
export interface DefaultJWT {
  name?: string | null
  email?: string | null
  picture?: string | null
  /** The user's id. */
  sub?: string
  /** Issued at, seconds since the epoch. */
  iat?: number
  /** Expires at, seconds since the epoch. */
  exp?: number
  /** A unique id of this token. */
  jti?: string
}

/** The claims of an encrypted session token. Extend it by declaration merging. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

/** What is sealed, and with what. */
export interface JWTEncodeParams {
  /** The claims. */
  token?: JWT | undefined
  /** One secret, or several: the first seals. At least 32 characters each. */
  secret: string | readonly string[]
  /** Seconds until the token expires. @default 2592000 */
  maxAge?: number | undefined
  /** The purpose of the token; for sessions the name of the session cookie. */
  salt: string
}

/** What is opened, and with what. */
export interface JWTDecodeParams {
  token?: string | undefined
  /** One secret, or several: all open. */
  secret: string | readonly string[]
  salt: string
}

/** How session tokens are made and read. */
export interface JWTOptions {
  secret: string | readonly string[]
  /** Seconds. @default session.maxAge */
  maxAge: number
  /** Replaces sealing entirely. Every claim has to come back from `decode`: some are the library's own. */
  encode: (params: JWTEncodeParams) => Awaitable<string>
  /** Replaces opening entirely. `null` for a token that is none; while it throws, whoever sent the token is nobody and keeps the cookie. */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>
}
