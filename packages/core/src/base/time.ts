import { isNumber, type JsonObject } from './json.ts'

/** Seconds, as those of HOUR and DAY. */
export const MINUTE = 60
export const HOUR: number = 60 * MINUTE
export const DAY: number = 24 * HOUR

/** Convert milliseconds since the epoch to whole seconds. Bitwise operators would overflow in 2038. */
export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** The date that a database returned: a `Date`, an ISO text, or milliseconds. `undefined` for anything else. */
export const readDate = (value: unknown): Date | undefined => {
  const isWritten = typeof value === 'string' || typeof value === 'number'
  const date = value instanceof Date ? value : new Date(isWritten ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** Seconds that the clock of another server may be ahead of ours: for `iat` and `nbf`, never for `exp`. */
export const CLOCK_TOLERANCE = 60

const isPast = (time: unknown, now: number): boolean =>
  time === undefined || (typeof time === 'number' && time <= now + CLOCK_TOLERANCE)

/** Whether `iat` and `nbf`, if present, are past (RFC 7519 §4.1.5, §4.1.6). `now` is in seconds. */
export const hasBegun = ({ iat, nbf }: JsonObject, now: number): boolean => isPast(iat, now) && isPast(nbf, now)

/** Whether a token is current (RFC 7519 §4.1.4 to §4.1.6). Without a numeric `exp` it would be valid forever. */
export const isTokenCurrent = (claims: JsonObject, now: number): boolean =>
  isNumber(claims['exp']) && claims['exp'] > now && hasBegun(claims, now)

/**
 * When the user of a session signed in, in seconds. In a token of an older version, `auth_time` may be a claim of the
 * application, even in milliseconds, so a value after `iat` is not used.
 */
export const findAuthTime = ({ auth_time: authTime, iat }: JsonObject): number | undefined => {
  if (!isNumber(iat)) return isNumber(authTime) ? authTime : undefined
  return isNumber(authTime) && authTime <= iat + CLOCK_TOLERANCE ? authTime : iat
}

/** Whether a session ends at `now` seconds because the user signed in too long ago. */
export const isTooOld = (claims: JsonObject, absoluteMaxAge: number, now: number): boolean => {
  const authTime = findAuthTime(claims)
  return authTime !== undefined && authTime + absoluteMaxAge <= now
}
