import { isObject } from '../base/json.ts'
import { isBoolean, isNumber, isString } from '../base/shape.ts'
import type { AdapterAuthenticator } from '../types/adapter.ts'
import { sealedCookie, shapeOf } from './sealed-cookie.ts'

/** A new passkey that waits in its browser until the e-mail address of the sign-up is verified. */
export interface PendingPasskey {
  /** The target of the mail's link names the passkey by this id. */
  readonly id: string
  readonly provider: string
  /** The address, normalized. */
  readonly email: string
  readonly authenticator: Omit<AdapterAuthenticator, 'userId' | 'createdAt'>
  /** Seconds since the epoch. */
  readonly created: number
  /** Seconds. */
  readonly expiresIn: number
}

/** The members that every adapter needs; a later version may have more. */
const isAuthenticator = (value: unknown): boolean =>
  isObject(value) &&
  isNumber(value['counter']) &&
  isBoolean(value['credentialBackedUp']) &&
  ['credentialID', 'providerAccountId', 'credentialPublicKey', 'credentialDeviceType'].every((name) =>
    isString(value[name]),
  )

/** The cookie of a pending passkey. It is lost when the id and the key are too long for a cookie. */
export const pendingPasskey = sealedCookie<PendingPasskey>({
  cookie: 'pendingPasskey',
  purpose: 'pending passkey',
  isValue: shapeOf<PendingPasskey>({
    id: isString,
    provider: isString,
    email: isString,
    authenticator: isAuthenticator,
    created: isNumber,
    expiresIn: isNumber,
  }),
  expiresAt: ({ created, expiresIn }) => created + expiresIn,
})
