import { AuthError } from './auth-error.ts'

/**
 * What an error means to the user, to a client and to the developer.
 * @example const isOutage = ({ status, canRetry }: ErrorRow) => status === 503 && canRetry
 */
export interface ErrorRow {
  /** The HTTP status of the response. */
  readonly status: number
  /** The page that shows the error: the sign-in page or the error page. */
  readonly kind: AuthError['kind']
  /** Whether a client may see the type. A client sees `Configuration` instead of a type that is not public. */
  readonly isPublic: boolean
  /** Whether trying again may help. */
  readonly canRetry: boolean
  /** What the developer can do about it. */
  readonly fix: string
  /**
   * What users do that causes it, as `cause.reason`; `'any'`: nothing else causes it. No developer has to correct such an error, so the
   * log has it as a debug message.
   */
  readonly userReasons: 'any' | readonly string[]
}

type IsPublic<Visibility> = Visibility extends 'public' ? true : false

const row = <Visibility extends 'public' | 'private'>(
  status: number,
  kind: ErrorRow['kind'],
  visibility: Visibility,
  retry: 'retry' | 'final',
  fix: string,
  userReasons: ErrorRow['userReasons'] = [],
) => ({
  status,
  kind,
  isPublic: (visibility === 'public') as IsPublic<Visibility>,
  canRetry: retry === 'retry',
  fix,
  userReasons,
})

const rows = {
  // The application refused the user, on purpose. Code that failed is in the cause.
  AccessDenied: row(403, 'error', 'public', 'final', 'The signIn callback refused. Check what it returned.', 'any'),
  // The user signed in with another method before.
  AccountNotLinked: row(
    403,
    'signIn',
    'public',
    'final',
    'Sign in with the first method, then link the other one.',
    'any',
  ),
  AdapterError: row(503, 'error', 'private', 'retry', 'The database failed or returned unusable data; see the cause.'),
  AuthError: row(500, 'error', 'private', 'final', 'See the message and its cause.'),
  CallbackRouteError: row(503, 'error', 'private', 'retry', 'Correct the code that the message or its cause names.'),
  Configuration: row(500, 'error', 'public', 'final', 'Find the error in the server log by its reference.'),
  // A wrong password.
  CredentialsSignin: row(
    401,
    'signIn',
    'public',
    'retry',
    'The authorize callback refused. If it should not have, check what it returned.',
    'any',
  ),
  DuplicateConditionalUI: row(500, 'error', 'private', 'final', 'Set enableConditionalUI for one provider only.'),
  // The user has to wait.
  EmailChangeTooSoon: row(
    429,
    'signIn',
    'public',
    'final',
    'The address was changed or verified within 72 hours.',
    'any',
  ),
  EmailSignInError: row(
    400,
    'signIn',
    'public',
    'retry',
    'Check the mail server: the option server, or its key; see the cause.',
  ),
  ErrorPageLoop: row(500, 'error', 'private', 'final', 'Show pages.error to all users, signed in or not.'),
  EventError: row(500, 'error', 'private', 'final', 'An event handler failed; the request continued.'),
  ExperimentalFeatureNotEnabled: row(500, 'error', 'private', 'final', 'Enable the feature under experimental.'),
  // The user waited too long, went back, or typed too much. `absent` is also what an address of another host causes.
  InvalidCheck: row(400, 'error', 'public', 'retry', 'The attempt is from another browser, expired, or already used.', [
    'expired',
    'length',
    'used',
  ]),
  InvalidConfig: row(500, 'error', 'private', 'final', 'Correct what the message or its cause names.'),
  // A mistyped address. If the function of the application that reads it throws, that is the cause.
  InvalidEmail: row(400, 'signIn', 'public', 'retry', 'The user must type another e-mail address.', 'any'),
  InvalidEndpoints: row(500, 'error', 'private', 'final', 'Set issuer, or authorization, token and userinfo.'),
  InvalidProvider: row(
    404,
    'error',
    'private',
    'final',
    'Use the id of a configured provider. Two providers need two ids.',
  ),
  JWTSessionError: row(503, 'error', 'private', 'retry', 'Correct the jwt or session callback. The cookie was kept.'),
  MissingAdapter: row(
    500,
    'error',
    'private',
    'final',
    "Set the option adapter, such as sqliteAdapter({ path: 'app.db' }) of @authwright/adapter-sql/sqlite.",
  ),
  MissingAdapterMethods: row(500, 'error', 'private', 'final', 'Use an adapter with the methods in the message.'),
  MissingAuthorize: row(500, 'error', 'private', 'final', 'Give the credentials provider an authorize function.'),
  MissingCSRF: row(
    403,
    'signIn',
    'public',
    'retry',
    'Set AUTH_URL to the address that users open, or send the csrfToken of GET /csrf.',
  ),
  MissingSecret: row(500, 'error', 'private', 'final', 'Set AUTH_SECRET; make one with: openssl rand -base64 33'),
  MissingWebAuthnAutocomplete: row(500, 'error', 'private', 'final', 'Add the autocomplete token webauthn to a field.'),
  // As AccountNotLinked.
  OAuthAccountNotLinked: row(
    403,
    'signIn',
    'public',
    'final',
    'Sign in with the first method, then link this one.',
    'any',
  ),
  // The user pressed Cancel at the provider.
  OAuthCallbackError: row(400, 'signIn', 'public', 'retry', 'The provider refused, or its response is invalid.', [
    'denied',
  ]),
  OAuthProfileParseError: row(502, 'error', 'private', 'retry', 'The profile callback threw or returned no id.'),
  OAuthSignInError: row(
    502,
    'signIn',
    'public',
    'retry',
    'Check the issuer or the endpoints of the provider; see reason or cause.',
  ),
  ProviderTokensError: row(500, 'error', 'private', 'final', 'Add its secret to account.tokens.secret, or link again.'),
  // The sign-in of the user is too long ago.
  ReauthenticationRequired: row(401, 'signIn', 'public', 'retry', 'The user must sign in again.', 'any'),
  // The user is not signed in.
  SessionRequired: row(401, 'signIn', 'public', 'retry', 'The user must sign in first.', 'any'),
  SessionTokenError: row(
    503,
    'error',
    'private',
    'retry',
    'See the cause, which is mostly of the database. The cookie was kept.',
  ),
  SignInError: row(400, 'signIn', 'private', 'retry', 'See the message and its cause.'),
  SignOutError: row(503, 'error', 'private', 'retry', 'The session was not deleted. The cookie was.'),
  // The user tried too often.
  TooManyRequests: row(429, 'signIn', 'public', 'retry', 'A limit was exceeded; it resets by itself.', 'any'),
  UnknownAction: row(404, 'error', 'private', 'final', 'See the list of routes in the documentation.'),
  UnsupportedStrategy: row(500, 'error', 'private', 'final', 'Change session.strategy, or configure an adapter.'),
  UntrustedHost: row(500, 'error', 'private', 'final', 'Set AUTH_URL, or AUTH_TRUST_HOST=true if a proxy sets Host.'),
  // A used, old or mistyped link or code.
  Verification: row(403, 'error', 'public', 'final', 'The link or code is wrong, used or expired.', 'any'),
  WeakSecret: row(500, 'error', 'private', 'final', 'Make a random one with: openssl rand -base64 33'),
  // The passkey was deleted here, the user waited too long, went back, or signed out and in again.
  WebAuthnVerificationError: row(400, 'error', 'public', 'retry', 'The passkey could not be verified; see the cause.', [
    'another-user',
    'expired',
    'unknown',
    'used',
  ]),
} as const satisfies Record<string, ErrorRow>

/**
 * The type of an error, from a closed list.
 * @example const type: ErrorType = 'CredentialsSignin'
 */
export type ErrorType = keyof typeof rows

/** The types that a client may see. The pages have a text for each. */
export type PublicErrorType = {
  [Type in ErrorType]: (typeof rows)[Type]['isPublic'] extends true ? Type : never
}[ErrorType]

/** Every error type, and what it means. */
export const errorTable: Readonly<Record<ErrorType, ErrorRow>> = Object.freeze({ __proto__: null, ...rows })

/**
 * What the library tells others about an error.
 * @example const messageOf = ({ type, retryAfter }: ErrorInfo) => `${type}, wait ${retryAfter ?? 0} s`
 */
export interface ErrorInfo extends ErrorRow {
  /** The type that a client may see: the error's own if it is public, else `Configuration`. */
  readonly type: ErrorType
  /** Seconds to wait, for the types with status 429 only, and only if they are known. */
  readonly retryAfter: number | undefined
}

const isErrorType = (text: unknown): text is ErrorType => typeof text === 'string' && Object.hasOwn(errorTable, text)

export const isPublicType = (text: string | null | undefined): text is PublicErrorType =>
  isErrorType(text) && errorTable[text].isPublic

/** Seconds. The longest limit is that of a change of the address: three days. */
const LONGEST_WAIT = 259_200

const readSeconds = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? Math.min(Math.ceil(value), LONGEST_WAIT) : undefined

/**
 * Returns the row of an error's type, with what a client may see of it. Any other value counts as `Configuration`.
 * @example
 * const { type, status, retryAfter } = errorInfo(new TooManyRequests('Too many e-mails', { retryAfter: 720 }))
 * // 'TooManyRequests', 429, 720
 */
export const errorInfo = (error: unknown): ErrorInfo => {
  const type = error instanceof AuthError && isErrorType(error.type) ? error.type : 'Configuration'
  const hasWait = errorTable[type].status === 429 && error instanceof AuthError
  const retryAfter = hasWait ? readSeconds(error.cause?.['retryAfter']) : undefined
  return { ...errorTable[type], type: errorTable[type].isPublic ? type : 'Configuration', retryAfter }
}

/** Reads the error in the query of a page. An attacker can write a query, so the result is never free text. */
export const readErrorQuery = (query: Pick<URLSearchParams, 'get'>) => {
  const error = query.get('error')
  const seconds = query.get('retryAfter') ?? ''
  return {
    /** A public type; `Default` if the query has an unknown one. */
    error: isPublicType(error) ? error : error === null ? undefined : ('Default' as const),
    /** The parameter itself, if it is one word: an application's own page may know more types than the library. */
    code: error !== null && /^[A-Za-z]{1,40}$/.test(error) ? error : undefined,
    retryAfter: /^\d{1,6}$/.test(seconds) ? readSeconds(Number(seconds)) : undefined,
  }
}
