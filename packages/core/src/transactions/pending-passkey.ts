import { isObject, parseJson } from '../base/json.ts'
import { fits, isFlag, isNumber, isText } from '../base/shape.ts'
import type { Shape } from '../base/shape.ts'
import { toSeconds } from '../base/time.ts'
import { hostBound } from '../config/cookies.ts'
import type { Site } from '../config/site.ts'
import type { AdapterAuthenticator } from '../types/adapter.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, forgetCookie } from '../web/cookies.ts'
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
  readonly lasts: number
}

/** Characters of a cookie's value that every browser keeps (RFC 6265bis §6.1), with room for its name and attributes. */
const LONGEST = 3800

/**
 * A passkey that waits ends up with whoever opens the mail in this browser, so a neighbouring site must not plant one that waits
 * for its own passkey.
 */
const nameOf = ({ cookies: { challenge } }: Site): string => hostBound(challenge, 'pending').name

const purposeOf = (site: Site): string => `pending passkey ${nameOf(site)}`

/** The members that every adapter needs; a later version may have more. */
const isAuthenticator = (value: unknown): boolean =>
  isObject(value) &&
  isNumber(value['counter']) &&
  isFlag(value['credentialBackedUp']) &&
  ['credentialID', 'providerAccountId', 'credentialPublicKey', 'credentialDeviceType'].every((name) =>
    isText(value[name]),
  )

const shape: Shape<PendingPasskey> = {
  id: isText,
  provider: isText,
  email: isText,
  authenticator: isAuthenticator,
  created: isNumber,
  lasts: isNumber,
}

const isPending = (value: unknown): value is PendingPasskey => fits(value, shape)

/** The cookie that keeps a passkey waiting; `undefined` when its id and key are too long for one. */
export const keepWaiting = async (site: Site, pending: PendingPasskey): Promise<Cookie | undefined> => {
  const value = await site.keyring.seal(purposeOf(site), JSON.stringify(pending))
  if (value.length > LONGEST) return undefined
  const expires = new Date((pending.created + pending.lasts) * 1000)
  return { name: nameOf(site), value, options: { ...site.cookies.challenge.options, maxAge: pending.lasts, expires } }
}

/** Whether a passkey may wait in this browser: told without any work. */
export const mayBePending = (site: Site, jar: CookieJar): boolean => jar.has(nameOf(site))

/** The passkey that waits in this browser, if it is not too late. */
export const findPending = async (site: Site, jar: CookieJar): Promise<PendingPasskey | undefined> => {
  const value = findCookie(jar, nameOf(site))
  const plaintext = value === undefined ? null : await site.keyring.open(purposeOf(site), value)
  const pending = plaintext === null ? undefined : parseJson(plaintext)
  if (!isPending(pending)) return undefined
  return toSeconds(site.runtime.now()) > pending.created + pending.lasts ? undefined : pending
}

/** The cookie that ends the waiting. */
export const forgetPending = (site: Site): Cookie =>
  forgetCookie({ name: nameOf(site), options: site.cookies.challenge.options })
