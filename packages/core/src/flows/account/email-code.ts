import { sameSecret } from '../../base/bytes.ts'
import { toSeconds } from '../../base/time.ts'
import type { Site } from '../../config/site.ts'
import { readCode } from '../../email/code.ts'
import { Verification } from '../../errors/classes.ts'
import { listTransactions } from '../../transactions/store.ts'
import type { ChangeTransaction } from '../../transactions/transaction.ts'
import type { Answer } from '../../web/answer.ts'
import type { CookieJar } from '../../web/cookies.ts'
import { ownerPage } from '../../web/return-target.ts'
import { finishChange } from '../email/change/done.ts'
import { findMailer } from '../email/change/mailer.ts'
import { countCodeTry, uncountCodeTry } from '../email/limit.ts'
import { failingAt, FailedFlow } from '../flow.ts'
import type { Outcome, Wish } from './wish.ts'

type WithCode = ChangeTransaction & { readonly code: string }

const hasCode = (transaction: ChangeTransaction): transaction is WithCode => transaction.code !== undefined

/** The newest wish of this user, asked for in this browser, whose code can still be typed in. */
export const findOpenCode = async (site: Site, jar: CookieJar, userId: string): Promise<WithCode | undefined> => {
  const now = toSeconds(site.runtime.now())
  for (const { transaction } of await listTransactions(site, jar)) {
    if (transaction.kind !== 'change' || transaction.userId !== userId || !hasCode(transaction)) continue
    if (now <= transaction.created + (transaction.codeLasts ?? 0)) return transaction
  }
  return undefined
}

/** Type in the code of a mail to the new address. Each try is counted before it is looked at. */
export const confirmEmailCode = async (wish: Wish): Promise<Outcome | Answer> => {
  const { request, site, holder } = wish
  const mailer = findMailer(site)
  const open = await findOpenCode(site, request.cookies, holder.userId)
  if (mailer === undefined || open === undefined) return 'absent'
  const page = ownerPage(`${request.base}/account`, request.origin)
  const wrong = (reason: string): FailedFlow =>
    new FailedFlow(new Verification('The code is wrong', { reason }), [], page)
  const typed = readCode(request.fields['code'])
  // What can be no code is a slip of the finger and costs no try.
  if (typed === undefined) throw wrong('code')
  const tried = { state: open.state, address: open.to }
  return failingAt(page, async () => {
    if ((await countCodeTry(request, site, mailer.resolved, tried)) === undefined) throw wrong('tries')
    if (!sameSecret(open.code, typed)) throw wrong('code')
    await uncountCodeTry(request, site, mailer.resolved, { address: open.to, times: 1 })
    return finishChange(request, site, mailer, open, holder)
  })
}
