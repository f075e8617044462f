import type { AuthContext } from '../config/engine-types.ts'
import type { Identity } from '../accounts/decide-account.ts'
import { hasRoomFor } from '../attempts/cookie-budget.ts'
import { sealedCookie } from '../attempts/sealed-cookie.ts'
import { toHex } from '../base/bytes.ts'
import { defined, isNumber, isObject, isOneOf, isString, optional } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import type { Cookie } from '../types/http.ts'
import type { CookieJar } from '../web/cookies.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import type { SignIn } from './sign-in-record.ts'

type StepName = 'choose-account' | 'verify-email'

/** A step that a sign-in may still require before the user is signed in. */
export interface RequiredStep {
  readonly name: StepName
  /** Seconds in which the step must be done. */
  readonly expiresIn: number
  /** What the step is about, such as an address, or `undefined` when this sign-in does not require it. */
  readonly find: (signIn: SignIn) => Promise<string | undefined>
  /** The sign-in as it is sealed, if the step changes it. */
  readonly toSealed?: (identity: Identity, subject: string) => Identity
  /** Start the step. The sealed sign-in is added to the cookies of its response. */
  readonly start: (signIn: SignIn, subject: string, id: string) => Promise<HandlerResponse>
}

/** A sign-in that still requires a step. The user is not signed in. */
interface PendingSignIn {
  /** The step proves that it belongs to this sign-in by this id. */
  readonly id: string
  readonly step: StepName
  readonly provider: string
  readonly identity: Omit<Identity, 'facts' | 'credentials'>
  readonly target: RedirectTarget
  /** What the step is about: the e-mail address to verify, or the user who is asked for an account, empty for an unknown one. */
  readonly subject: string
  /** See `CompletionOptions`. */
  readonly startedBy?: string
  /** Seconds since the epoch. */
  readonly created: number
  /** Seconds. */
  readonly expiresIn: number
}

const isIdentity = (value: unknown): boolean => {
  if (!isObject(value) || !isObject(value['user']) || !isObject(value['account'])) return false
  const { provider, providerAccountId, type } = value['account']
  return [provider, providerAccountId, type].every(isString)
}

/** The cookie of a sign-in that still requires a step. It contains tokens of the provider, so it may take several parts. */
export const pendingSignIns = sealedCookie<PendingSignIn>(
  {
    cookie: 'pendingSignIn',
    purpose: 'pending sign-in',
    shapes: [
      {
        id: isString,
        step: isOneOf('choose-account', 'verify-email'),
        provider: isString,
        identity: isIdentity,
        target: isString,
        subject: isString,
        startedBy: optional(isString),
        created: isNumber,
        expiresIn: isNumber,
      },
    ],
    expiresAt: ({ created, expiresIn }) => created + expiresIn,
  },
  3,
)

/** Seal everything but the credentials that the user typed. Returns the id of the pending sign-in and its cookies. */
export const sealPending = async (
  { request, context, identity: verified, options: { target, startedBy } }: SignIn,
  { name: step, expiresIn }: RequiredStep,
  subject: string,
): Promise<{ readonly id: string; readonly cookies: readonly Cookie[] }> => {
  const { user, account, emailVerified, unverifiedEmail, allowDangerousEmailAccountLinking } = verified
  const { profile, stored, authenticator, isEmailVerified } = verified
  const { provider, providerAccountId, type } = account
  const id = toHex(context.runtime.random(16))
  const created = toSeconds(context.runtime.now())
  const write = (identity: PendingSignIn['identity']) =>
    pendingSignIns.write(context, request.cookies, {
      ...defined({ id, step, provider, target, subject, startedBy, created, expiresIn }),
      identity,
    })
  const claims = defined({ emailVerified, isEmailVerified, unverifiedEmail, allowDangerousEmailAccountLinking })
  const whole = await write({ user, account, ...claims, ...defined({ profile, stored, authenticator }) })
  const fits = whole !== undefined && hasRoomFor(context, request.cookies, whole)
  // A profile or tokens that are too long for the cookies of this browser are left out: the user can sign in without them.
  const short = { user, account: { provider, providerAccountId, type }, ...claims, ...defined({ authenticator }) }
  const cookies = fits ? whole : await write(short)
  if (cookies === undefined) throw new AccessDenied('The sign-in is too large to be continued after a step')
  return { id, cookies }
}

/** The pending sign-in of the browser, if it requires this step. */
export const findPending = async (
  context: AuthContext,
  jar: CookieJar,
  step: StepName,
): Promise<(Pick<SignIn, 'identity' | 'options'> & Pick<PendingSignIn, 'id' | 'subject'>) | undefined> => {
  const pending = await pendingSignIns.read(context, jar)
  const provider = context.config.providers.find(pending?.provider)
  if (pending?.step !== step || provider === undefined) return undefined
  const { id, subject, target, startedBy } = pending
  return {
    id,
    subject,
    identity: { ...pending.identity, facts: provider.method.facts },
    options: { target, startedBy },
  }
}
