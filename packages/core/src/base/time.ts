/** Seconds in a minute. */
export const MINUTE = 60
/** Seconds in an hour. */
export const HOUR: number = 60 * MINUTE
/** Seconds in a day. */
export const DAY: number = 24 * HOUR

/** Whole seconds since the epoch of an instant given in milliseconds, without a 32-bit truncation (2038 is ordinary). */
export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
