import { isObject, parseJson } from '../base/json.ts'
import { hasShape, isBoolean, isNumber, isString } from '../base/shape.ts'
import type { Shape } from '../base/shape.ts'
import { toSeconds } from '../base/time.ts'
import { hostBound } from '../config/cookie-set.ts'
import type { AuthContext } from '../config/auth-context.ts'
import type { AdapterAuthenticator } from '../types/adapter.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, clearCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'

/** A passkey that waits in its browser for the proof of an address. */
export interface PendingPasskey {
  /** Names the passkey in the address to which the mail's link leads. */
  readonly id: string
  readonly provider: string
  /** The address, normalised. */
  readonly email: string
  readonly authenticator: Omit<AdapterAuthenticator, 'userId' | 'createdAt'>
  /** Seconds since the epoch. */
  readonly created: number
  /** Seconds. */
  readonly expiresIn: number
}

/** Characters of a cookie's value that every browser keeps (RFC 6265bis §6.1), with room for its name and attributes. */
const LONGEST = 3800

/**
 * A passkey that waits ends up with whoever opens the mail in this browser, so a neighbouring site must not plant one that waits
 * for its own passkey.
 */
const nameOf = ({ cookies: { challenge } }: AuthContext): string => hostBound(challenge, 'pending').name

const purposeOf = (context: AuthContext): string => `pending passkey ${nameOf(context)}`

/** The members that every adapter needs; a later version may have more. */
const isAuthenticator = (value: unknown): boolean =>
  isObject(value) &&
  isNumber(value['counter']) &&
  isBoolean(value['credentialBackedUp']) &&
  ['credentialID', 'providerAccountId', 'credentialPublicKey', 'credentialDeviceType'].every((name) =>
    isString(value[name]),
  )

const shape: Shape<PendingPasskey> = {
  id: isString,
  provider: isString,
  email: isString,
  authenticator: isAuthenticator,
  created: isNumber,
  expiresIn: isNumber,
}

const isPending = (value: unknown): value is PendingPasskey => hasShape(value, shape)

/** The cookie that keeps a passkey waiting; `undefined` when its id and key are too long for one. */
export const keepWaiting = async (context: AuthContext, pending: PendingPasskey): Promise<Cookie | undefined> => {
  const value = await context.keyring.seal(purposeOf(context), JSON.stringify(pending))
  if (value.length > LONGEST) return undefined
  const expires = new Date((pending.created + pending.expiresIn) * 1000)
  return {
    name: nameOf(context),
    value,
    options: { ...context.cookies.challenge.options, maxAge: pending.expiresIn, expires },
  }
}

/** Whether a passkey may wait in this browser: told without any work. */
export const mayBePending = (context: AuthContext, jar: CookieJar): boolean => jar.has(nameOf(context))

/** The passkey that waits in this browser, if it is not too late. */
export const findPending = async (context: AuthContext, jar: CookieJar): Promise<PendingPasskey | undefined> => {
  const value = findCookie(jar, nameOf(context))
  const plaintext = value === undefined ? null : await context.keyring.open(purposeOf(context), value)
  const pending = plaintext === null ? undefined : parseJson(plaintext)
  if (!isPending(pending)) return undefined
  return toSeconds(context.runtime.now()) > pending.created + pending.expiresIn ? undefined : pending
}

/** The cookie that ends the waiting. */
export const forgetPending = (context: AuthContext): Cookie =>
  clearCookie({ name: nameOf(context), options: context.cookies.challenge.options })
