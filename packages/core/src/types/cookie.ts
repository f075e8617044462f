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
