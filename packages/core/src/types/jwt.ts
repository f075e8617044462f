import type { Awaitable } from '../base/async.ts'

/**
 * The claims of a session token without the additions of the application. Times are seconds since the epoch.
 * @example const signedInAt = (token: DefaultJWT) => new Date((token.auth_time ?? 0) * 1000)
 */
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

/**
 * The claims of an encrypted session token. Extend it by declaration merging.
 * @example const roleOf = (token: JWT) => (typeof token['role'] === 'string' ? token['role'] : 'user')
 */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

interface SealingParams {
  /**
   * One secret or several, of at least 32 characters each. The first one seals, all open.
   * @example secret: [newSecret, oldSecret]
   */
  secret: string | readonly string[]
  /**
   * The purpose of the token; for sessions the name of the session cookie.
   * @example salt: '__Secure-authwright.session-token'
   */
  salt: string
}

/**
 * What `jwt.encode` gets.
 * @example const seal = ({ token, salt }: JWTEncodeParams) => sealInVault(JSON.stringify(token), salt)
 */
export interface JWTEncodeParams<Payload = JWT> extends SealingParams {
  /**
   * The claims to seal.
   * @example token: { sub: 'ann', name: 'Ann' }
   */
  token?: Payload | undefined
  /**
   * Seconds until the token expires. @default 2592000
   * @example maxAge: 60 * 60
   */
  maxAge?: number | undefined
}

/**
 * What `jwt.decode` gets.
 * @example const open = ({ token, salt }: JWTDecodeParams) => openOldToken(token, salt)
 */
export interface JWTDecodeParams extends SealingParams {
  /**
   * The sealed token.
   * @example token: sealedToken
   */
  token?: string | undefined
}

/**
 * Options of session tokens, which the strategy `jwt` keeps in the cookie.
 * @example const jwt: Partial<JWTOptions> = { maxAge: 60 * 60 }
 */
export interface JWTOptions {
  /**
   * Seals session tokens in place of the config's `secret`. @default the config's `secret`
   * @example secret: [newSecret, oldSecret]
   */
  secret: string | readonly string[]
  /**
   * Seconds after which an unused session token expires. @default `session.maxAge`
   * @example maxAge: 60 * 60
   */
  maxAge: number
  /**
   * Seals claims, also those that the library adds. @default encryption as a JWE (`dir`, `A256GCM`)
   * @example encode: ({ token, salt }) => sealInVault(JSON.stringify(token), salt)
   */
  encode: (params: JWTEncodeParams) => Awaitable<string>
  /**
   * Opens a token, and returns every claim that `encode` got, or `null`. @default decryption of such a JWE
   * @example decode: ({ token, salt }) => openOldToken(token, salt)
   */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>
}
