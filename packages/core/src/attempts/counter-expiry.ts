import { MINUTE } from '../base/time.ts'

/**
 * Until when a database has to know that something was used, which is good for so many seconds after it was made. Longer than
 * that: it is taken until the end of its last second, and a database may have a clock that is ahead of ours. A count that is
 * gone would begin anew for each copy.
 */
export const countEnd = (created: number, expiresIn: number): Date => new Date((created + expiresIn + MINUTE) * 1000)
