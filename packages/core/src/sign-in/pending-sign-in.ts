import type { AuthContext } from '../config/engine-types.ts'
import type { Identity } from '../accounts/decide-account.ts'
import { isTarget } from '../attempts/attempt.ts'
import { hasRoomFor } from '../attempts/cookie-budget.ts'
import { sealedCookie } from '../attempts/sealed-cookie.ts'
import { toHex } from '../base/bytes.ts'
import { defined, isNumber, isObject, isOneOf, isString, optional, type Shaped } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import type { Cookie } from '../types/http.ts'
import type { CookieJar } from '../web/cookies.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { SignIn } from './sign-in-record.ts'

export interface RequiredStep {
  readonly name: PendingSignIn['step']
  /** Seconds in which the step must be done. */
  readonly expiresIn: number
  /** What the step is about, such as an address, or `undefined` when this sign-in does not require it. */
  readonly find: (signIn: SignIn) => Promise<string | undefined>
  /** The sign-in as it is sealed, if the step changes it. */
  readonly toSealed?: (identity: Identity, subject: string) => Identity
  /** Start the step. The sealed sign-in is added to the cookies of its response. */
  readonly start: (signIn: SignIn, subject: string, id: string) => Promise<HandlerResponse>
}

const isIdentity = (value: unknown): value is Omit<Identity, 'facts' | 'credentials'> => {
  const account = isObject(value) && isObject(value['user']) ? value['account'] : undefined
  return isObject(account) && ['provider', 'providerAccountId', 'type'].every((name) => isString(account[name]))
}

const shape = {
  /** The step proves that it belongs to this sign-in by this id. */
  id: isString,
  step: isOneOf('choose-account', 'verify-email', 'keep-account'),
  identity: isIdentity,
  target: isTarget,
  /**
   * The e-mail address to verify; the id of the user who is asked for an account, empty for an unknown one; or the
   * deletion that the user can cancel.
   */
  subject: isString,
  startedBy: optional(isString),
  expiresAt: isNumber,
}

/** A sign-in that still requires a step. The user is not signed in. */
type PendingSignIn = Shaped<typeof shape>

/** The cookie of a pending sign-in. It contains tokens of the provider, so it may take several parts. */
export const pendingSignIns = sealedCookie<PendingSignIn>(
  {
    cookie: 'pendingSignIn',
    purpose: 'pending sign-in',
    shapes: [shape],
    expiresAt: ({ expiresAt }) => expiresAt,
  },
  3,
)

/** Seal everything but the credentials that the user typed. Returns the id of the pending sign-in and its cookies. */
export const sealPending = async (
  { request, context, identity, options: { target, startedBy } }: SignIn,
  { name: step, expiresIn }: RequiredStep,
  subject: string,
): Promise<{ readonly id: string; readonly cookies: readonly Cookie[] }> => {
  const { facts: _facts, credentials: _typed, profile, stored, ...short } = identity
  const { provider, providerAccountId, type } = identity.account
  const id = toHex(context.runtime.random(16))
  const expiresAt = toSeconds(context.runtime.now()) + expiresIn
  const write = (sealed: PendingSignIn['identity']) => {
    const pending = { id, step, identity: sealed, target, subject, expiresAt, ...defined({ startedBy }) }
    return pendingSignIns.write(context, request.cookies, pending)
  }
  const whole = await write({ ...short, ...defined({ profile, stored }) })
  const fits = whole !== undefined && hasRoomFor(context, request.cookies, whole)
  // A profile or tokens that are too long for the cookies are left out: the user can sign in without them.
  const cookies = fits ? whole : await write({ ...short, account: { provider, providerAccountId, type } })
  if (cookies === undefined)
    throw new AccessDenied('The sign-in cannot be continued after a step', new RangeError('Cookies cannot hold it'))
  return { id, cookies }
}

export const findPending = async (context: AuthContext, jar: CookieJar, step: PendingSignIn['step']) => {
  const pending = await pendingSignIns.read(context, jar)
  const method = context.config.providers.find(pending?.identity.account.provider)?.method
  if (pending?.step !== step || method === undefined) return undefined
  const { id, subject, target, startedBy } = pending
  return { id, subject, identity: { ...pending.identity, facts: method.facts }, options: { target, startedBy } }
}
