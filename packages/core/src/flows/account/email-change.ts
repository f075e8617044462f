import { findEmailUser } from '../../accounts/facts.ts'
import type { KnownUser } from '../../accounts/identity.ts'
import { toHex } from '../../base/bytes.ts'
import { defined } from '../../base/record.ts'
import { DAY, HOUR, MINUTE, toSeconds } from '../../base/time.ts'
import { findUser, isProven } from '../../config/rows.ts'
import { readAddress } from '../../email/address.ts'
import { readAskedFrom } from '../../email/asked-from.ts'
import { beginTransaction } from '../../transactions/store.ts'
import type { ChangeTransaction } from '../../transactions/transaction.ts'
import { redirectTo } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import { ownerPage } from '../../web/return-target.ts'
import { askOwner } from '../complete-sign-in.ts'
import { deliverChange } from '../email/change/letter.ts'
import { findMailer } from '../email/change/mailer.ts'
import type { Mailer } from '../email/change/mailer.ts'
import { mailLimits } from '../email/limit.ts'
import { makeMailCode } from '../email/token.ts'
import type { Code } from '../email/token.ts'
import { failingAt } from '../flow.ts'
import { whileCounted } from '../limit.ts'
import type { Limit } from '../limit.ts'
import { isFresh } from './wish.ts'
import type { Outcome, Wish } from './wish.ts'

/** Addresses that one user may ask to have: nobody writes to strangers by means of an account. */
const MOST = 5
const MOST_PER_DAY = 15

const wishLimits = ({ holder: { userId: whose } }: Wish): readonly Limit[] => [
  { what: 'change of address', whose, most: MOST, window: 15 * MINUTE },
  { what: 'change of address day', whose, most: MOST_PER_DAY, window: DAY },
]

/** The owner's word on who may have which address is asked for as before a mail that signs in. */
const askBefore = (wish: Wish, { resolved }: Mailer, user: KnownUser, email: string) => {
  const { provider } = resolved
  const account = { provider: provider.id, type: 'email', providerAccountId: email, userId: user.id } as const
  const told = { user: { ...user, email }, account, email: { verificationRequest: true } }
  return askOwner(wish.site, wish.request.origin, told)
}

const toTransaction = (
  { site, request }: Wish,
  { resolved }: Mailer,
  user: KnownUser,
  to: string,
  code: Code | undefined,
): ChangeTransaction => ({
  kind: 'change',
  provider: resolved.provider.id,
  state: toHex(site.runtime.random(32)),
  userId: user.id,
  from: user.email ?? null,
  wasClaimed: !isProven(user),
  to,
  ...defined({ code: code?.compared, codeLasts: code === undefined ? undefined : resolved.codeAge }),
  askedFrom: readAskedFrom(request.headers.get('user-agent')),
  created: toSeconds(site.runtime.now()),
  // Somebody who waits for it is there; the link is no way in that is kept for later.
  lasts: Math.min(resolved.maxAge, HOUR),
})

const send = async (wish: Wish, mailer: Mailer, user: KnownUser): Promise<Answer> => {
  const { request, site } = wish
  const { resolved, store } = mailer
  const to = readAddress(request.fields['email'], resolved.provider.normalizeIdentifier)
  const elsewhere = await askBefore(wish, mailer, user, to)
  if (elsewhere !== undefined) return redirectTo(elsewhere)
  const limits = [...wishLimits(wish), ...(await mailLimits(request, site, resolved, to))]
  const change = await whileCounted(site, limits, async () => {
    const other = await findEmailUser(store, to)
    const code = await makeMailCode(site, resolved)
    const made = toTransaction(wish, mailer, user, to, code)
    await deliverChange(request, site, mailer, { change: made, code, isTaken: other !== null && other.id !== user.id })
    return made
  })
  const cookies = await beginTransaction(site, request.cookies, change)
  return redirectTo(ownerPage(`${request.base}/account`, request.origin, { done: 'email-sent' }), cookies)
}

/**
 * Ask for another address: a mail to it brings what proves it. The answer is the same whether the address is free or somebody
 * else's; only its mailbox is told.
 */
export const changeEmail = async (wish: Wish): Promise<Outcome | Answer> => {
  const { request, site, holder } = wish
  const mailer = findMailer(site)
  const user = mailer === undefined ? null : await findUser(mailer.store, holder.userId)
  if (mailer === undefined || user === null) return 'absent'
  if (!(await isFresh(wish))) return 'again'
  return failingAt(ownerPage(`${request.base}/account`, request.origin), () => send(wish, mailer, user))
}
