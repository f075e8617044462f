import type { Awaitable } from '../base/async.ts'

/** The claims of a session token without the additions of the application. Times are seconds since the epoch. */
export interface DefaultJWT extends Record<string, unknown> {
  name?: string | null
  email?: string | null
  picture?: string | null
  /** The user's id. */
  sub?: string
  iat?: number
  /** When the user signed in. Renewals keep it. */
  auth_time?: number
  exp?: number
  jti?: string
}

/** The claims of an encrypted session token. Extend it by declaration merging. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

interface SealingParams {
  /** One secret or several, of at least 32 characters each. The first one seals, all open. */
  secret: string | readonly string[]
  /** The purpose of the token; for sessions the name of the session cookie. */
  salt: string
}

export interface JWTEncodeParams<Payload = JWT> extends SealingParams {
  token?: Payload | undefined
  /** Seconds until the token expires. @default 2592000 */
  maxAge?: number | undefined
}

export interface JWTDecodeParams extends SealingParams {
  token?: string | undefined
}

export interface JWTOptions {
  /** Seals session tokens in place of the config's `secret`. @default the config's `secret` */
  secret: string | readonly string[]
  /** Seconds after which an unused session token expires. @default `session.maxAge` */
  maxAge: number
  /** Seals claims, also those that the library adds. @default encryption as a JWE (`dir`, `A256GCM`) */
  encode: (params: JWTEncodeParams) => Awaitable<string>
  /** Opens a token, and returns every claim that `encode` got, or `null`. @default decryption of such a JWE */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>
}
