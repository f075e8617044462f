import { MINUTE, toSeconds } from '../../base/time.ts'
import type { Site } from '../../config/site.ts'
import { sessionsOf } from '../../sessions/strategy.ts'
import { beginTransaction } from '../../transactions/store.ts'
import type { EmailTransaction, ReceiptTransaction } from '../../transactions/transaction.ts'
import type { Cookie } from '../../types/http.ts'
import type { User } from '../../types/identity.ts'
import { redirectTo } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { CookieJar } from '../../web/cookies.ts'

/** What was used, and where it led. */
type Used = Pick<EmailTransaction, 'provider' | 'state' | 'code' | 'target'>

/** A receipt's cookie has another name than the attempt's, which ends at the same moment. */
export const receiptState = (token: string): string => `receipt ${token}`

/**
 * The cookie of somebody who has just come in: for a minute the same link or code, opened again in this browser, leads
 * where it led. It is no token: it lets in nobody who is not in already.
 */
export const giveReceipt = async (site: Site, jar: CookieJar, used: Used, user: User): Promise<readonly Cookie[]> => {
  const receipt: ReceiptTransaction = {
    kind: 'receipt',
    provider: used.provider,
    state: receiptState(used.state),
    ...(used.code === undefined ? {} : { code: used.code }),
    userId: String(user.id),
    target: used.target,
    created: toSeconds(site.runtime.now()),
    lasts: MINUTE,
  }
  return beginTransaction(site, jar, receipt)
}

/** The answer to a second click, as long as whoever came in by the first is still signed in here. */
export const honourReceipt = async (
  site: Site,
  jar: CookieJar,
  receipt: ReceiptTransaction,
): Promise<Answer | undefined> => {
  const holder = await sessionsOf(site).findHolder(site, jar)
  return holder?.userId === receipt.userId ? redirectTo(receipt.target) : undefined
}
