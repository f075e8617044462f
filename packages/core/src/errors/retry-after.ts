import { AuthError } from './auth-error.ts'

/** Seconds: nobody is told to come back later than in a day. */
const LONGEST = 86_400

const within = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' && seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST) : undefined

/**
 * In how many seconds something that was tried too often can be tried again, as its error says; `undefined` for other errors and
 * where nobody knows.
 *
 * @example
 * findRetryAfter(new TooManyRequests('Too many mails', { retryAfter: 720 })) // 720
 */
export const findRetryAfter = (error: unknown): number | undefined =>
  error instanceof AuthError && error.type === 'TooManyRequests' ? within(error.cause?.['retryAfter']) : undefined

/** The same out of a query, which anybody can write: a number, or nothing. */
export const readRetryAfter = (text: string | null): number | undefined =>
  text !== null && /^\d{1,5}$/.test(text) ? within(Number(text)) : undefined
