import { AuthError } from './auth-error.ts'

/** What becomes of an error: for the person, for a machine, for the owner. */
export interface ErrorRow {
  /** Status of the error page, and of JSON that is no redirect. */
  readonly status: number
  /** Whether the type may be shown to a client; `Configuration` is shown otherwise. */
  readonly public: boolean
  /** Whether trying again may help. */
  readonly retry: boolean
  /** What the owner can do about it. */
  readonly fix: string
}

const row = (status: number, shown: boolean, retry: boolean, fix: string): ErrorRow => ({
  status,
  public: shown,
  retry,
  fix,
})

const rows = {
  AccessDenied: row(403, true, false, 'The signIn callback refused. If that is wrong, look at what it returned.'),
  AccountNotLinked: row(403, true, false, 'Sign in the way used first, then add this one while signed in.'),
  ProviderTokensError: row(
    500,
    false,
    false,
    'List the secret that sealed it in account.tokens.secret, or let the person remove the account and link it again.',
  ),
  AdapterError: row(503, false, true, 'The database did not answer as expected; see the cause.'),
  AuthError: row(500, false, false, 'See the message and its cause.'),
  CallbackRouteError: row(503, false, true, 'Something outside the library failed; see the cause.'),
  Configuration: row(500, true, false, 'See the server log under the reference.'),
  CredentialsSignin: row(401, true, true, 'The authorize callback refused.'),
  DuplicateConditionalUI: row(500, false, false, 'Let one provider only use enableConditionalUI.'),
  EmailSignInError: row(400, true, true, 'Check the address, and that the mail server accepts mail.'),
  ErrorPageLoop: row(500, false, false, 'Let everybody see pages.error, signed in or not.'),
  EventError: row(500, false, false, 'An event handler threw; sign-in went on.'),
  ExperimentalFeatureNotEnabled: row(500, false, false, 'Switch it on under experimental.'),
  InvalidCallbackUrl: row(400, false, false, 'Pass a path or an http or https address.'),
  InvalidCheck: row(400, true, true, 'The attempt was not begun in this browser, is too old, or was already used.'),
  InvalidConfig: row(500, false, false, 'Correct the option that the message names.'),
  InvalidEndpoints: row(500, false, false, 'Give the provider an issuer, or authorization, token and userinfo.'),
  InvalidProvider: row(404, false, false, 'Use the id of a configured provider.'),
  JWTSessionError: row(503, false, true, 'A jwt or session callback threw; the cookie was kept.'),
  MissingAdapter: row(500, false, false, 'Configure an adapter.'),
  MissingAdapterMethods: row(500, false, false, 'Use an adapter that has the methods the message names.'),
  MissingAuthorize: row(500, false, false, 'Give the credentials provider an authorize function.'),
  MissingCSRF: row(403, true, true, 'Post from the same origin, or send the csrfToken of GET /csrf.'),
  MissingSecret: row(500, false, false, 'Set AUTH_SECRET; make one with: openssl rand -base64 33'),
  MissingWebAuthnAutocomplete: row(500, false, false, 'Give one form field the autocomplete token webauthn.'),
  OAuthAccountNotLinked: row(403, true, false, 'Sign in the way used first, then add this one while signed in.'),
  OAuthCallbackError: row(400, true, true, 'The provider refused or sent something that is no proof; see the cause.'),
  OAuthProfileParseError: row(502, false, true, 'The profile callback threw or named no id; see the cause.'),
  OAuthSignInError: row(502, true, true, 'The authorization request could not be made; see the cause.'),
  ReauthenticationRequired: row(
    401,
    true,
    true,
    'Let the person sign in again; account.reauthenticateAfter says how recently.',
  ),
  SessionRequired: row(401, true, true, 'The application sent somebody to the sign-in page who is not signed in.'),
  SessionTokenError: row(503, false, true, 'The session could not be read from the database; the cookie was kept.'),
  SignInError: row(400, false, true, 'See the message and its cause.'),
  SignOutError: row(503, false, true, 'The session could not be deleted; the cookie was.'),
  TooManyRequests: row(429, true, true, 'Somebody tried too often; it passes by itself.'),
  UnknownAction: row(404, false, false, 'See the list of routes in the documentation.'),
  UnsupportedStrategy: row(500, false, false, 'Choose another session.strategy, or configure an adapter.'),
  UntrustedHost: row(
    500,
    false,
    false,
    'Set AUTH_URL to the public address, or trustHost: true behind a proxy that sets Host.',
  ),
  Verification: row(403, true, false, 'The link or code was wrong, used or too old.'),
  WeakSecret: row(500, false, false, 'Make a longer one with: openssl rand -base64 33'),
  WebAuthnVerificationError: row(400, true, true, 'The passkey ceremony could not be verified; see the cause.'),
} as const satisfies Record<string, ErrorRow>

/** The closed list of error types. */
export type ErrorType = keyof typeof rows

/** Every error type and what becomes of it. */
export const errorTable: Readonly<Record<ErrorType, ErrorRow>> = Object.freeze({ __proto__: null, ...rows })

const isErrorType = (type: string): type is ErrorType => Object.hasOwn(errorTable, type)

/** The row of an error. One whose type stands in no row, or that is none of ours, is treated as `Configuration`. */
export const rowOf = (error: unknown): ErrorRow =>
  error instanceof AuthError && isErrorType(error.type) ? errorTable[error.type] : errorTable.Configuration

/** What a client may learn of an error: a type of the closed table. */
export const publicType = (error: unknown): ErrorType =>
  error instanceof AuthError && isErrorType(error.type) && errorTable[error.type].public ? error.type : 'Configuration'

/** The text when it is a type that a client may learn, else `undefined`. For texts that come from a query. */
export const readPublicType = (text: string | null | undefined): ErrorType | undefined =>
  typeof text === 'string' && isErrorType(text) && errorTable[text].public ? text : undefined

/** An error code as a page of the owner's may get it from a query: one word, not a sentence that somebody else wrote. */
export const findErrorWord = (text: string | null): string | undefined =>
  text !== null && /^[A-Za-z]{1,40}$/.test(text) ? text : undefined

/** Whether a client may learn the type of this error. */
export const isClientError = (error: unknown): error is AuthError => error instanceof AuthError && rowOf(error).public
