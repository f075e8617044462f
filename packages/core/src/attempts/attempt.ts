import type { AuthContext } from '../config/engine-types.ts'
import { sameSecret } from '../base/bytes.ts'
import {
  hasShape,
  isBoolean,
  isNumber,
  isObject,
  isOneOf,
  isString,
  isStringArray,
  optional,
  type Shape,
} from '../base/json.ts'
import type { AuthorizationChecks } from '../protocols/oauth/authorization-response.ts'
import type { UserAgentInfo } from '../protocols/email/user-agent-info.ts'
import type { Cookie } from '../types/http.ts'
import type { CookieJar } from '../web/cookies.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import { count } from '../limits/limits.ts'
import { sealedCookies } from './sealed-cookie.ts'
import { MINUTE } from '../base/time.ts'
import { authError } from '../errors/error-classes.ts'

/** Seconds that a sign-in at a provider may take. */
export const OAUTH_ATTEMPT_SECONDS = 900

/** A sign-in in progress at an OAuth or OpenID Connect provider. */
export interface OAuthAttempt extends AuthorizationChecks {
  readonly kind: 'oauth'
  readonly provider: string
  readonly target: RedirectTarget
  /** The signed-in user who requested to link the account. */
  readonly linkTo?: string
  /** Whether that user had authenticated recently when they requested it. */
  readonly mayLink?: boolean
  /** The user who was signed in at the start and requested no link. Only this user is offered to link the account. */
  readonly startedBy?: string
  /** Seconds since the epoch. */
  readonly created: number
}

/** What a mail with a link and a code requested. */
interface MailAttempt {
  readonly provider: string
  /** The code in the mail, in the form in which codes are compared. It is stored nowhere but in this sealed cookie. */
  readonly code?: string
  /** Seconds that the code works. */
  readonly codeExpiresIn?: number
  /** Seconds since the epoch. */
  readonly created: number
  /** Seconds that the link works. */
  readonly expiresIn: number
}

/** A requested sign-in mail. Only the browser with this attempt signs in by the link without a further click. */
export interface EmailAttempt extends MailAttempt {
  readonly kind: 'email'
  /** The address, normalized. */
  readonly identifier: string
  /** The stored token: the one of the link, or one that no mail contains when the mail has only a code. */
  readonly state: string
  readonly target: RedirectTarget
  /** The id of the interrupted sign-in that continues when the address is verified. */
  readonly pendingSignIn?: string
}

/** A requested change of a user's e-mail address. Only the browser with this attempt changes it without a further click. */
export interface EmailChangeAttempt extends MailAttempt {
  readonly kind: 'change'
  readonly state: string
  readonly userId: string
  /** The address to replace. */
  readonly from: string | null
  /** When that address was verified, as the adapter returned it at the request; `null`: it was not. */
  readonly verifiedAt: string | null
  /** The new address, normalized. */
  readonly to: string
  /** Browser and system of the request. */
  readonly requestedFrom: UserAgentInfo
}

/** A sign-in, or a change of an address, that is in progress in one browser. */
export type Attempt = OAuthAttempt | EmailAttempt | EmailChangeAttempt

const oauth: Shape<OAuthAttempt> = {
  kind: isOneOf('oauth'),
  provider: isString,
  state: isString,
  redirectUri: isString,
  registration: isString,
  issuer: optional(isString),
  nonce: optional(isString),
  codeVerifier: optional(isString),
  maxAge: optional(isNumber),
  acr: optional(isStringArray),
  target: isString,
  linkTo: optional(isString),
  mayLink: optional(isBoolean),
  startedBy: optional(isString),
  created: isNumber,
}

const mail: Shape<MailAttempt> = {
  provider: isString,
  code: optional(isString),
  codeExpiresIn: optional(isNumber),
  created: isNumber,
  expiresIn: isNumber,
}

const email: Shape<EmailAttempt> = {
  ...mail,
  kind: isOneOf('email'),
  identifier: isString,
  state: isString,
  target: isString,
  pendingSignIn: optional(isString),
}

const isStringOrNull = (value: unknown): boolean => value === null || isString(value)

const change: Shape<EmailChangeAttempt> = {
  ...mail,
  kind: isOneOf('change'),
  state: isString,
  userId: isString,
  from: isStringOrNull,
  verifiedAt: isStringOrNull,
  to: isString,
  requestedFrom: isObject,
}

const isAttempt = (value: unknown): value is Attempt => [oauth, email, change].some((shape) => hasShape(value, shape))

/** Whether an opened value is a requested change of an address. */
export const isEmailChangeAttempt = (value: unknown): value is EmailChangeAttempt => hasShape(value, change)

const attempts = sealedCookies<Attempt>({
  cookie: 'state',
  purpose: 'attempt',
  isValue: isAttempt,
  createdAt: ({ created }) => created,
  expiresAt: (attempt) => attempt.created + ('expiresIn' in attempt ? attempt.expiresIn : OAUTH_ATTEMPT_SECONDS),
  // Several tabs may sign in at once.
  maxCount: 5,
})

export const { listCookies: listAttemptCookies } = attempts

/** The cookies that store an attempt in a browser. */
export const beginAttempt = (context: AuthContext, jar: CookieJar, attempt: Attempt): Promise<readonly Cookie[]> =>
  attempts.write(context, jar, attempt.state, attempt)

/** An attempt that is in progress in a browser, and the cookie that ends it. */
export interface OpenAttempt<Kind extends Attempt['kind']> {
  readonly attempt: Extract<Attempt, { readonly kind: Kind }>
  readonly forget: Cookie
}

const isOfKind = <Kind extends Attempt['kind']>(
  attempt: Attempt | undefined,
  kind: Kind,
): attempt is Extract<Attempt, { readonly kind: Kind }> => attempt?.kind === kind

const notFound = (fault: string, ...forget: readonly Cookie[]) => ({ found: false, fault, forget }) as const

/**
 * Find the attempt that a browser began for a state at a provider. Without one, `fault` says why, for the log, and `forget` has
 * the cookies to clear.
 */
export const findAttempt = async <Kind extends Attempt['kind']>(
  context: AuthContext,
  jar: CookieJar,
  { kind, provider, state }: { readonly kind: Kind; readonly provider: string; readonly state: string },
) => {
  const entry = await attempts.find(context, jar, state)
  if (entry === undefined) return notFound('absent')
  const { value: attempt, isExpired, clear } = entry
  if (!isOfKind(attempt, kind)) return notFound('unreadable', clear)
  // An attempt at another provider may still be in progress there, so it stays.
  if (attempt.provider !== provider) return notFound('other-provider')
  // The name of the cookie is a hash of 48 bits, so another state may have the same name.
  if (!sameSecret(attempt.state, state)) return notFound('other-state', clear)
  if (isExpired) return notFound('expired', clear)
  return { found: true, attempt, forget: clear } as const
}

/** All attempts of one kind that are in progress in a browser, the newest first. */
export const listAttempts = async <Kind extends Attempt['kind']>(context: AuthContext, jar: CookieJar, kind: Kind) =>
  (await attempts.list(context, jar)).flatMap(({ value, clear }) =>
    isOfKind(value, kind) ? [{ attempt: value, forget: clear }] : [],
  )

/**
 * Until when a counter must remember that a value of limited lifetime was used. One minute longer than the lifetime: the clock
 * of the database may be ahead of ours, and a forgotten counter would accept the value again.
 */
export const counterExpiry = (created: number, expiresIn: number): Date =>
  new Date((created + expiresIn + MINUTE) * 1000)

/**
 * Consume an attempt before its authorization code is exchanged, so that of simultaneous responses only one is processed
 * (RFC 6749 §10.5). Throws `InvalidCheck` for the others. Without a counting adapter the provider rejects a used code.
 */
export const consumeAttempt = async (context: AuthContext, attempt: OAuthAttempt): Promise<void> => {
  const { provider, state, created } = attempt
  const uses = await count(context, 'attempt', state, counterExpiry(created, OAUTH_ATTEMPT_SECONDS))
  if (uses !== undefined && uses > 1)
    throw authError('InvalidCheck', 'The response was used before', { provider, reason: 'used' })
}
