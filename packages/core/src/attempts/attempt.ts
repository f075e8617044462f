import type { AuthContext } from '../config/engine-types.ts'
import { isBoolean, isNumber, isOneOf, isString, isStringArray, optional, type Shaped } from '../base/json.ts'
import { isUserAgentInfo } from '../web/user-agent-info.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import { isFirstUse } from '../limits/limits.ts'
import { sealedCookies } from './sealed-cookie.ts'
import { authError } from '../errors/error-classes.ts'

export const OAUTH_ATTEMPT_SECONDS = 900

export const isTarget = (value: unknown): value is RedirectTarget => isString(value)

const oauth = {
  kind: isOneOf('oauth'),
  provider: isString,
  state: isString,
  redirectUri: isString,
  /** A hash of the client and of the server that it is registered at. */
  registration: isString,
  issuer: optional(isString),
  nonce: optional(isString),
  codeVerifier: optional(isString),
  /** Seconds since the user authenticated at the provider, at most. */
  maxAge: optional(isNumber),
  /** Authentication context classes that the authorization request asked for. */
  acr: optional(isStringArray),
  target: isTarget,
  /** The signed-in user who requested to link the account. */
  linkTo: optional(isString),
  /** Whether that user had authenticated recently when they requested it. */
  mayLink: optional(isBoolean),
  /** The user who was signed in at the start and requested no link. Only this user is offered to link the account. */
  startedBy: optional(isString),
  /** Seconds since the epoch. */
  created: isNumber,
}

const mail = {
  provider: isString,
  /** The code in the mail, in the form in which codes are compared. It is stored nowhere but in this sealed cookie. */
  code: optional(isString),
  /** Seconds that the code works. */
  codeExpiresIn: optional(isNumber),
  /** Seconds since the epoch. */
  created: isNumber,
  /** Seconds that the link works. */
  expiresIn: isNumber,
}

const email = {
  ...mail,
  kind: isOneOf('email'),
  /** The address, normalized. */
  identifier: isString,
  /** The stored token: the one of the link, or one that no mail contains when the mail has only a code. */
  state: isString,
  target: isTarget,
  /** The id of the interrupted sign-in that continues when the address is verified. */
  pendingSignIn: optional(isString),
}

const isStringOrNull = (value: unknown): value is string | null => value === null || isString(value)

export const changeShape = {
  ...mail,
  kind: isOneOf('change'),
  state: isString,
  userId: isString,
  from: isStringOrNull,
  /** When that address was verified, as the adapter returned it at the request; `null`: it was not. */
  verifiedAt: isStringOrNull,
  to: isString,
  requestedFrom: isUserAgentInfo,
}

export type OAuthAttempt = Shaped<typeof oauth>

/** A requested sign-in mail. Only the browser with this attempt signs in by the link without a further click. */
export type EmailAttempt = Shaped<typeof email>

/** A requested change of an address. Only the browser with this attempt changes it without a further click. */
export type EmailChangeAttempt = Shaped<typeof changeShape>

export type Attempt = OAuthAttempt | EmailAttempt | EmailChangeAttempt

const attempts = sealedCookies<Attempt>({
  cookie: 'state',
  purpose: 'attempt',
  shapes: [oauth, email, changeShape],
  keyOf: ({ state }) => state,
  expiresAt: (attempt) => attempt.created + ('expiresIn' in attempt ? attempt.expiresIn : OAUTH_ATTEMPT_SECONDS),
  // Several tabs may sign in at once.
  maxCount: 5,
})

export const { write: beginAttempt, find: findAttempt, list: listAttempts, listCookies: listAttemptCookies } = attempts

/** Before the code is exchanged (RFC 6749 §10.5). Without a counting adapter the provider rejects a used code. */
export const consumeAttempt = async (context: AuthContext, attempt: OAuthAttempt): Promise<void> => {
  const { provider, state, created } = attempt
  if ((await isFirstUse(context, 'attempt', state, created + OAUTH_ATTEMPT_SECONDS)) === false)
    throw authError('InvalidCheck', 'The response was used before', { provider, reason: 'used' })
}
