import type { Awaitable } from '../base/async.ts'

/** The claims of a session token without the additions of the application. Times are seconds since the epoch. */
export interface DefaultJWT extends Record<string, unknown> {
  /** The name of the user. */
  name?: string | null
  /** The e-mail address of the user. */
  email?: string | null
  /** The address of the user's picture. */
  picture?: string | null
  /** The user's id. */
  sub?: string
  /** When the token was issued: seconds since the epoch. */
  iat?: number
  /** When the user signed in. Renewals keep it. */
  auth_time?: number
  /** When the token expires: seconds since the epoch. */
  exp?: number
  /** The id of the token. */
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

/** What `jwt.encode` gets. */
export interface JWTEncodeParams<Payload = JWT> extends SealingParams {
  /** The claims to seal. */
  token?: Payload | undefined
  /** Seconds until the token expires. @default 2592000 */
  maxAge?: number | undefined
}

/** What `jwt.decode` gets. */
export interface JWTDecodeParams extends SealingParams {
  /** The sealed token. */
  token?: string | undefined
}

/** Options of session tokens, which the strategy `jwt` keeps in the cookie. */
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
