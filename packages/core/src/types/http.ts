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

/** The headers of a request. A `Headers` object is one. Names are in lower case. */
export interface HeaderReader extends Iterable<[name: string, value: string]> {
  get(name: string): string | null
  has(name: string): boolean
}

/** The parts of a request that reading a session needs. */
export interface RequestLike {
  /** An absolute URL. */
  readonly url: string | URL
  readonly headers: HeaderReader
  readonly method?: string
}

/** The body of a request: its bytes, or the fields that the framework has parsed; an array is a repeated field. */
export type IncomingBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'parsed'; readonly fields: unknown }
  | { readonly kind: 'too-large' | 'malformed' }

/** A request as plain data, for platforms without `Request`, and for frameworks that know more than it says. */
export interface IncomingRequest {
  readonly method: string
  /** An absolute URL, or the path and the query; then `origin` is required. */
  readonly url: string | URL
  readonly headers: HeaderReader
  /** Scheme and host as the framework trusts them. `null`: there is none (status 400). @default that of `url` */
  readonly origin?: string | null
  /** The path below the base path, as the framework matched it: `callback/github`. @default from the path of `url` */
  readonly route?: string
  /** Read the body: called at most once, with the limit of this route in bytes. */
  readonly body?: (limit: number) => Promise<IncomingBody>
}

/** A response that is ready to be written. */
export interface OutgoingResponse {
  readonly status: number
  /** Without `set-cookie`. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Values of the header `set-cookie`, which must be sent in one header line each. */
  readonly cookies: readonly string[]
  readonly body: string | null
}
