import type { Identity } from '../accounts/identity.ts'
import { isObject } from '../base/json.ts'
import { isNumber, isOneOf, isString } from '../base/shape.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import { sealedCookie, shapeOf } from '../attempts/sealed-cookie.ts'

/** A sign-in that still requires a step. The user is not signed in. */
export interface PendingSignIn {
  /** The step proves that it belongs to this sign-in by this id. */
  readonly id: string
  readonly step: 'verify-email'
  /** What the step is about: the e-mail address to verify, normalized. */
  readonly subject: string
  readonly provider: string
  readonly identity: Omit<Identity, 'facts' | 'credentials' | 'isEmailProven'>
  readonly target: RedirectTarget
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
    isValue: shapeOf<PendingSignIn>({
      id: isString,
      step: isOneOf('verify-email'),
      subject: isString,
      provider: isString,
      identity: isIdentity,
      target: isString,
      created: isNumber,
      expiresIn: isNumber,
    }),
    expiresAt: ({ created, expiresIn }) => created + expiresIn,
  },
  3,
)
