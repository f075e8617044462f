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
  AccessDenied: row(403, 'error', 'public', 'final', 'Return true from the signIn callback to let the user in.', 'any'),
  // The user signed in with another method before, or as another user. That an account is of another user may be the second try of a
  // database that lost the response to the first one.
  AccountNotLinked: row(403, 'signIn', 'public', 'final', 'Sign in with the first method, then link the other one.', [
    'address-of-another-user',
    'requested-by-another-user',
  ]),
  AdapterError: row(
    503,
    'error',
    'private',
    'retry',
    'Check that the database runs at its address and has the tables: npx @authwright/cli migrate.',
  ),
  AuthError: row(500, 'error', 'private', 'final', 'Code of the application threw it: search for the message.'),
  CallbackRouteError: row(
    503,
    'error',
    'private',
    'retry',
    'Correct the function that threw: the lines below the cause are its code.',
  ),
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
  DuplicateConditionalUI: row(
    500,
    'error',
    'private',
    'final',
    'Set enableConditionalUI: false for all passkey providers but one.',
  ),
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
    'Check host, port and login in the option server, or the key of the mail service.',
  ),
  ErrorPageLoop: row(500, 'error', 'private', 'final', 'Show pages.error to all users, signed in or not.'),
  EventError: row(500, 'error', 'private', 'final', 'Correct the function in events. The request continued.'),
  ExperimentalFeatureNotEnabled: row(
    500,
    'error',
    'private',
    'final',
    'Add the option to the config: experimental: { enableWebAuthn: true }.',
  ),
  // The user waited too long, went back, or typed too much. `absent` is also what an address of another host causes.
  InvalidCheck: row(
    400,
    'error',
    'public',
    'retry',
    'Start the sign-in again at the address in AUTH_URL: localhost and 127.0.0.1 do not share cookies.',
    ['expired', 'length', 'used'],
  ),
  InvalidConfig: row(
    500,
    'error',
    'private',
    'final',
    'Change the option in the message: docs/reference/options.md says what it accepts.',
  ),
  // A mistyped address. If the function of the application that reads it throws, that is the cause.
  InvalidEmail: row(400, 'signIn', 'public', 'retry', 'The user must type another e-mail address.', 'any'),
  InvalidEndpoints: row(
    500,
    'error',
    'private',
    'final',
    'Set the option issuer of the provider, or authorization, token and userinfo.',
  ),
  InvalidProvider: row(
    404,
    'error',
    'private',
    'final',
    'Use the id of a configured provider. Two providers need two ids.',
  ),
  JWTSessionError: row(
    503,
    'error',
    'private',
    'retry',
    'Return the token from the jwt callback, and the session from the session callback. No session has ended.',
  ),
  MissingAdapter: row(
    500,
    'error',
    'private',
    'final',
    "Set the option adapter, such as sqliteAdapter({ path: 'app.db' }) of @authwright/adapter-sql/sqlite.",
  ),
  MissingAdapterMethods: row(
    500,
    'error',
    'private',
    'final',
    'Add the methods to the adapter, or use one of @authwright/adapter-sql.',
  ),
  MissingAuthorize: row(
    500,
    'error',
    'private',
    'final',
    'Write Credentials({ authorize: async (credentials) => user }), and return null to refuse.',
  ),
  MissingCSRF: row(
    403,
    'signIn',
    'public',
    'retry',
    'Set AUTH_URL to the address that users open, or send the csrfToken of GET /csrf.',
  ),
  MissingSecret: row(500, 'error', 'private', 'final', 'Set AUTH_SECRET to the output of: openssl rand -base64 33'),
  MissingWebAuthnAutocomplete: row(
    500,
    'error',
    'private',
    'final',
    "Set autocomplete: 'username webauthn' for a field in formFields of the provider.",
  ),
  // As AccountNotLinked.
  OAuthAccountNotLinked: row(403, 'signIn', 'public', 'final', 'Sign in with the first method, then link this one.', [
    'address-of-another-user',
    'requested-by-another-user',
  ]),
  // The user pressed Cancel at the provider.
  OAuthCallbackError: row(
    400,
    'signIn',
    'public',
    'retry',
    'Compare client id, secret, callback URL and clock with those of the provider.',
    ['denied'],
  ),
  OAuthProfileParseError: row(
    502,
    'error',
    'private',
    'retry',
    'Return the id from profile: (profile) => ({ id: String(profile.id) }).',
  ),
  OAuthSignInError: row(
    502,
    'signIn',
    'public',
    'retry',
    'Check that this server reaches the issuer or the endpoints of the provider.',
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
    'Check that the database runs and has the tables: npx @authwright/cli migrate. The cookie was kept.',
  ),
  SignInError: row(400, 'signIn', 'private', 'retry', 'Code of the application threw it: search for the message.'),
  SignOutError: row(
    503,
    'error',
    'private',
    'retry',
    'Check that the database runs. The cookie was deleted; the session ends when it expires.',
  ),
  // The user tried too often.
  TooManyRequests: row(429, 'signIn', 'public', 'retry', 'Wait, use another address, or raise the limit.', 'any'),
  UnknownAction: row(
    404,
    'error',
    'private',
    'final',
    'Correct the path: docs/reference/endpoints.md lists the routes.',
  ),
  UnsupportedStrategy: row(
    500,
    'error',
    'private',
    'final',
    "Return the id of a user in the database from authorize, or set session: { strategy: 'jwt' }.",
  ),
  UntrustedHost: row(500, 'error', 'private', 'final', 'Set AUTH_URL, or AUTH_TRUST_HOST=true if a proxy sets Host.'),
  // A used, old or mistyped link or code.
  Verification: row(403, 'error', 'public', 'final', 'The link or code is wrong, used or expired.', 'any'),
  WeakSecret: row(500, 'error', 'private', 'final', 'Replace AUTH_SECRET by the output of: openssl rand -base64 33'),
  WebAuthnVerificationError: row(
    400,
    'error',
    'public',
    'retry',
    'Compare relayingParty of the provider with the address in the browser.',
  ),
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

/** What the place that threw an error says to do; else what the place that threw its cause says. */
const findOwnFix = (error: unknown): string | undefined => {
  let at = error
  for (let depth = 0; at instanceof AuthError && depth < 8; depth += 1) {
    const fix = at.cause?.['fix']
    if (typeof fix === 'string') return fix
    at = at.cause?.err
  }
  return undefined
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
  const { fix, isPublic } = errorTable[type]
  return {
    ...errorTable[type],
    fix: findOwnFix(error) ?? fix,
    type: isPublic ? type : 'Configuration',
    retryAfter,
  }
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
    /** A text that is not a reference of this library is not shown. */
    reference: /^[0-9A-F]{8}$/.exec(query.get('reference') ?? '')?.[0],
  }
}
