import type { AccountOutcome, AccountRequest } from '../../../config/engine-types.ts'
import { findEmailUser } from '../../../accounts/account-facts.ts'
import type { StoredUser } from '../../../accounts/identity.ts'
import { toHex } from '../../../base/bytes.ts'
import { defined } from '../../../base/record.ts'
import { DAY, HOUR, MINUTE, toSeconds } from '../../../base/time.ts'
import { findUser, isEmailVerified } from '../../../store/rows.ts'
import { readAddress } from '../../../protocols/email/address.ts'
import { readUserAgentInfo } from '../../../protocols/email/user-agent-info.ts'
import { beginAttempt } from '../../../attempts/attempt.ts'
import type { EmailChangeAttempt } from '../../../attempts/attempt.ts'
import { redirectTo } from '../../../web/handler-response.ts'
import type { HandlerResponse } from '../../../web/handler-response.ts'
import { pageTarget } from '../../../web/redirect-target.ts'
import { callSignInCallback } from '../../../sign-in/complete.ts'
import { sendChangeMail } from './change-mail.ts'
import { findMailer } from './mailer.ts'
import type { Mailer } from './mailer.ts'
import { sendLimits } from '../email-limits.ts'
import { makeMailCode } from '../mail-token.ts'
import type { Code } from '../mail-token.ts'
import { withRetryPage } from '../../../web/handler-error.ts'
import { spend } from '../../../limits/limits.ts'
import type { Limit } from '../../../limits/limits.ts'
import { isReauthenticated } from '../../../account/account-request.ts'

/** Addresses that one user may ask to have: nobody writes to strangers by means of an account. */
const MOST = 5
const MOST_PER_DAY = 15

const changeLimits = ({ currentUser: { userId: key } }: AccountRequest): readonly Limit[] => [
  { name: 'change of address', key, max: MOST, window: 15 * MINUTE },
  { name: 'change of address day', key, max: MOST_PER_DAY, window: DAY },
]

/** The owner's word on who may have which address is asked for as before a mail that signs in. */
const askBefore = (accountRequest: AccountRequest, { resolved }: Mailer, user: StoredUser, email: string) => {
  const { provider } = resolved
  const account = { provider: provider.id, type: 'email', providerAccountId: email, userId: user.id } as const
  const told = { user: { ...user, email }, account, email: { verificationRequest: true } }
  return callSignInCallback(accountRequest.context, accountRequest.request.origin, told)
}

const toAttempt = (
  { context, request }: AccountRequest,
  { resolved }: Mailer,
  user: StoredUser,
  to: string,
  code: Code | undefined,
): EmailChangeAttempt => ({
  kind: 'change',
  provider: resolved.provider.id,
  state: toHex(context.runtime.random(32)),
  userId: user.id,
  from: user.email ?? null,
  wasUnverified: !isEmailVerified(user),
  to,
  ...defined({ code: code?.compared, codeExpiresIn: code === undefined ? undefined : resolved.codeAge }),
  requestedFrom: readUserAgentInfo(request.headers.get('user-agent')),
  created: toSeconds(context.runtime.now()),
  // Somebody who waits for it is there; the link is no way in that is kept for later.
  expiresIn: Math.min(resolved.maxAge, HOUR),
})

const send = async (accountRequest: AccountRequest, mailer: Mailer, user: StoredUser): Promise<HandlerResponse> => {
  const { request, context } = accountRequest
  const { resolved, store } = mailer
  const to = readAddress(request.fields['email'], resolved.provider.normalizeIdentifier)
  const elsewhere = await askBefore(accountRequest, mailer, user, to)
  if (elsewhere !== undefined) return redirectTo(elsewhere)
  await spend(context, [...changeLimits(accountRequest), ...(await sendLimits(request, context, resolved, to))])
  const other = await findEmailUser(store, to)
  const code = await makeMailCode(context, resolved)
  const change = toAttempt(accountRequest, mailer, user, to, code)
  const isTaken = other !== null && other.id !== user.id
  await sendChangeMail(request, context, mailer, { change, code, isTaken })
  const cookies = await beginAttempt(context, request.cookies, change)
  return redirectTo(pageTarget(`${request.base}/account`, request.origin, { done: 'email-sent' }), cookies)
}

/**
 * Ask for another address: a mail to it brings what proves it. The answer is the same whether the address is free or somebody
 * else's; only its mailbox is told.
 */
export const changeEmail = async (accountRequest: AccountRequest): Promise<AccountOutcome | HandlerResponse> => {
  const { request, context, currentUser } = accountRequest
  const mailer = findMailer(context)
  const user = mailer === undefined ? null : await findUser(mailer.store, currentUser.userId)
  if (mailer === undefined || user === null) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  return withRetryPage(pageTarget(`${request.base}/account`, request.origin), () => send(accountRequest, mailer, user))
}
