import type { Cookie } from './config-options.ts'
import type { AppProvider } from './providers.ts'
import type { Session } from './user.ts'

export type { Cookie, CookieSerializeOptions } from './config-options.ts'

/**
 * The first path segments below the base path.
 * @example const action: (typeof authActions)[number] = 'signin'
 */
export const authActions = [
  'account',
  'callback',
  'change-email',
  'choose-account',
  'confirm-browser',
  'csrf',
  'error',
  'initiate-login',
  'keep-account',
  'passkey',
  'providers',
  'session',
  'signin',
  'signout',
  'undo-email',
  'verify-request',
  'webauthn-options',
] as const

/**
 * The first path segments below the base path.
 * @example const action: AuthAction = 'signin'
 */
export type AuthAction = (typeof authActions)[number]

const actions: ReadonlySet<string> = new Set(authActions)

/**
 * Whether a text is the name of an action, which is the first segment of a path below the base path.
 *
 * @example
 * isAuthAction('signin') // true
 */
export const isAuthAction = (action: string): action is AuthAction => actions.has(action)

/**
 * A response as plain data.
 * @example const locationOf = ({ redirect, status }: ResponseInternal) => redirect ?? `status ${status ?? 200}`
 */
export interface ResponseInternal<
  Body = string | Session | null | Readonly<Record<string, unknown>> | Readonly<Record<string, AppProvider>>,
> {
  /** The HTTP status. @default 200 */
  readonly status?: number
  /** The headers without cookies. */
  readonly headers?: Headers
  /** The body, before it is written as text or JSON. */
  readonly body?: Body
  /** An absolute URL. */
  readonly redirect?: string
  /** The cookies to set. */
  readonly cookies?: readonly Cookie[]
}

/**
 * The headers of a request. A `Headers` object is one. Names are in lower case.
 * @example const languageOf = (headers: HeaderReader) => headers.get('accept-language') ?? 'en'
 */
export interface HeaderReader extends Iterable<[name: string, value: string]> {
  /** Returns the value of a header, or `null`. */
  get(name: string): string | null
  /** Whether the request has the header. */
  has(name: string): boolean
}

/**
 * The parts of a request that reading a session needs.
 * @example const request: RequestLike = { url: 'https://app.example.com/', headers: new Headers({ cookie: 'a=b' }) }
 */
export interface RequestLike {
  /** An absolute URL. */
  readonly url: string | URL
  /** The headers, of which `cookie` has the session. */
  readonly headers: HeaderReader
  /** The HTTP method. @default 'GET' */
  readonly method?: string
}

/**
 * The body of a request: its bytes, or the fields that the framework has parsed; an array is a repeated field.
 * @example const body: IncomingBody = { kind: 'parsed', fields: { email: 'ann@example.com' } }
 */
export type IncomingBody =
  | {
      /** What the body is. */
      readonly kind: 'bytes'
      /** The body as it was received. */
      readonly bytes: Uint8Array
    }
  | {
      /** What the body is. */
      readonly kind: 'parsed'
      /** The fields that the framework parsed. */
      readonly fields: unknown
    }
  | {
      /** What the body is. */
      readonly kind: 'too-large' | 'malformed'
    }

/**
 * A request as plain data, for platforms without `Request`, and for frameworks that know more than it says.
 * @example
 * const request: IncomingRequest = {
 *   method: 'GET',
 *   url: '/auth/session',
 *   origin: 'https://app.example.com',
 *   headers: new Headers(),
 * }
 */
export interface IncomingRequest {
  /** The HTTP method. */
  readonly method: string
  /** An absolute URL, or the path and the query; then `origin` is required. */
  readonly url: string | URL
  /** The headers. */
  readonly headers: HeaderReader
  /** Scheme and host as the framework trusts them. `null`: there is none (status 400). @default that of `url` */
  readonly origin?: string | null
  /** The path below the base path, as the framework matched it: `callback/github`. @default from the path of `url` */
  readonly route?: string
  /** Read the body: called at most once, with the limit of this route in bytes. */
  readonly body?: (limit: number) => Promise<IncomingBody>
}

/**
 * A response that is ready to be written.
 * @example
 * const toFetch = ({ status, headers, cookies, body }: OutgoingResponse) =>
 *   new Response(body, { status, headers: [...headers, ...cookies.map((line) => ['set-cookie', line])] as [string, string][] })
 */
export interface OutgoingResponse {
  /** The HTTP status. */
  readonly status: number
  /** Without `set-cookie`. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Values of the header `set-cookie`, which must be sent in one header line each. */
  readonly cookies: readonly string[]
  /** The body, or `null`. */
  readonly body: string | null
}
