import { MINUTE, toSeconds } from '../../base/time.ts'
import type { AuthContext } from '../../config/auth-context.ts'
import { sessionsOf } from '../../sessions/strategy.ts'
import { beginAttempt } from '../../attempts/attempt-cookie.ts'
import type { EmailAttempt, ReceiptAttempt } from '../../attempts/attempt.ts'
import type { Cookie } from '../../types/http.ts'
import type { User } from '../../types/user.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import type { CookieJar } from '../../web/cookies.ts'

/** What was used, and where it led. */
type Used = Pick<EmailAttempt, 'provider' | 'state' | 'code' | 'target'>

/** A receipt's cookie has another name than the attempt's, which ends at the same moment. */
export const receiptState = (token: string): string => `receipt ${token}`

/**
 * The cookie of somebody who has just come in: for a minute the same link or code, opened again in this browser, leads
 * where it led. It is no token: it lets in nobody who is not in already.
 */
export const giveReceipt = async (
  context: AuthContext,
  jar: CookieJar,
  used: Used,
  user: User,
): Promise<readonly Cookie[]> => {
  const receipt: ReceiptAttempt = {
    kind: 'receipt',
    provider: used.provider,
    state: receiptState(used.state),
    ...(used.code === undefined ? {} : { code: used.code }),
    userId: String(user.id),
    target: used.target,
    created: toSeconds(context.runtime.now()),
    expiresIn: MINUTE,
  }
  return beginAttempt(context, jar, receipt)
}

/** The answer to a second click, as long as whoever came in by the first is still signed in here. */
export const honourReceipt = async (
  context: AuthContext,
  jar: CookieJar,
  receipt: ReceiptAttempt,
): Promise<HandlerResponse | undefined> => {
  const currentUser = await sessionsOf(context).findCurrentUser(context, jar)
  return currentUser?.userId === receipt.userId ? redirectTo(receipt.target) : undefined
}
