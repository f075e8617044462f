import type { AuthContext } from '../config/engine-types.ts'
import { isBoolean, isNumber, isOneOf, isString, isStringArray, optional, type Shaped } from '../base/json.ts'
import { isUserAgentInfo } from '../protocols/email/user-agent-info.ts'
import type { CookieJar } from '../web/cookies.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import { isFirstUse } from '../limits/limits.ts'
import { sealedCookies } from './sealed-cookie.ts'
import { authError } from '../errors/error-classes.ts'

/** Seconds that a sign-in at a provider may take. */
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
  /** The address to replace. */
  from: isStringOrNull,
  /** When that address was verified, as the adapter returned it at the request; `null`: it was not. */
  verifiedAt: isStringOrNull,
  /** The new address, normalized. */
  to: isString,
  /** Browser and system of the request. */
  requestedFrom: isUserAgentInfo,
}

/** A sign-in in progress at an OAuth or OpenID Connect provider. */
export type OAuthAttempt = Shaped<typeof oauth>

/** A requested sign-in mail. Only the browser with this attempt signs in by the link without a further click. */
export type EmailAttempt = Shaped<typeof email>

/** A requested change of a user's e-mail address. Only the browser with this attempt changes it without a further click. */
export type EmailChangeAttempt = Shaped<typeof changeShape>

/** A sign-in, or a change of an address, that is in progress in one browser. */
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

export const { write: beginAttempt, listCookies: listAttemptCookies } = attempts

const isOfKind = <Kind extends Attempt['kind']>(
  attempt: Attempt,
  kind: Kind,
): attempt is Extract<Attempt, { readonly kind: Kind }> => attempt.kind === kind

/** Find the attempt that a browser began for a state at a provider. Without one, `fault` says why, for the log. */
export const findAttempt = async <Kind extends Attempt['kind']>(
  context: AuthContext,
  jar: CookieJar,
  { kind, provider, state }: { readonly kind: Kind; readonly provider: string; readonly state: string },
) => {
  const { value: attempt, fault, forget } = await attempts.find(context, jar, provider, state)
  if (attempt === undefined) return { fault, forget }
  return isOfKind(attempt, kind) ? { attempt, forget } : { fault: 'other-kind', forget }
}

/** All attempts of one kind that are in progress in a browser, the newest first. */
export const listAttempts = async <Kind extends Attempt['kind']>(context: AuthContext, jar: CookieJar, kind: Kind) =>
  (await attempts.list(context, jar)).flatMap(({ value, clear }) =>
    isOfKind(value, kind) ? [{ attempt: value, forget: clear }] : [],
  )

/**
 * Consume an attempt before its authorization code is exchanged, so that of simultaneous responses only one is processed
 * (RFC 6749 §10.5). Throws `InvalidCheck` for the others. Without a counting adapter the provider rejects a used code.
 */
export const consumeAttempt = async (context: AuthContext, attempt: OAuthAttempt): Promise<void> => {
  const { provider, state, created } = attempt
  if ((await isFirstUse(context, 'attempt', state, created + OAUTH_ATTEMPT_SECONDS)) === false)
    throw authError('InvalidCheck', 'The response was used before', { provider, reason: 'used' })
}
