/** Seconds in a minute. */
export const MINUTE = 60
/** Seconds in an hour. */
export const HOUR: number = 60 * MINUTE
/** Seconds in a day. */
export const DAY: number = 24 * HOUR

/** Convert milliseconds since the epoch to whole seconds. Bitwise operators would overflow in 2038. */
export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
