import type { AccountOutcome, AccountRequest } from '../../../config/engine-types.ts'
import { isReauthenticated } from '../../../account/account-request.ts'
import { findEmailUser } from '../../../accounts/account-facts.ts'
import type { StoredUser } from '../../../accounts/identity.ts'
import { beginAttempt } from '../../../attempts/attempt.ts'
import type { EmailChangeAttempt } from '../../../attempts/attempt.ts'
import { toHex } from '../../../base/bytes.ts'
import { DAY, HOUR, MINUTE, toSeconds } from '../../../base/time.ts'
import { spend } from '../../../limits/limits.ts'
import type { Limit } from '../../../limits/limits.ts'
import { readAddress } from '../../../protocols/email/address.ts'
import { readUserAgentInfo } from '../../../protocols/email/user-agent-info.ts'
import { callSignInCallback } from '../../../sign-in/complete.ts'
import { findUser, isEmailVerified } from '../../../store/rows.ts'
import { withRetryPage } from '../../../web/handler-error.ts'
import { redirectTo } from '../../../web/handler-response.ts'
import type { HandlerResponse } from '../../../web/handler-response.ts'
import { pageTarget } from '../../../web/redirect-target.ts'
import { sendLimits } from '../email-limits.ts'
import { makeMailCode } from '../mail-token.ts'
import type { Code } from '../mail-token.ts'
import { sendChangeMail } from './change-mail.ts'
import { findChangeRequest } from './change-request.ts'
import type { ChangeRequest } from './change-request.ts'

/** Changes that one user may request. They limit the mails to other people that an account can cause. */
const changeLimits = (userId: string): readonly Limit[] => [
  { name: 'change of address', key: userId, max: 5, window: 15 * MINUTE },
  { name: 'change of address day', key: userId, max: 15, window: DAY },
]

const toAttempt = (
  { request, context, resolved }: ChangeRequest,
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
  ...(code === undefined ? {} : { code: code.compared, codeExpiresIn: resolved.codeAge }),
  requestedFrom: readUserAgentInfo(request.headers.get('user-agent')),
  created: toSeconds(context.runtime.now()),
  // The user is waiting for the mail, so the link needs no longer lifetime.
  expiresIn: Math.min(resolved.maxAge, HOUR),
})

const requestChange = async (changeRequest: ChangeRequest, user: StoredUser): Promise<HandlerResponse> => {
  const { request, context, resolved, store } = changeRequest
  const { provider } = resolved
  const to = readAddress(request.fields['email'], provider.normalizeIdentifier)
  // The signIn callback decides which addresses the application accepts, as before a mail that signs in.
  const redirect = await callSignInCallback(context, request.origin, {
    user: { ...user, email: to },
    account: { provider: provider.id, type: 'email', providerAccountId: to, userId: user.id },
    email: { verificationRequest: true },
  })
  if (redirect !== undefined) return redirectTo(redirect)
  await spend(context, [...changeLimits(user.id), ...(await sendLimits(changeRequest, to))])
  const other = await findEmailUser(store, to)
  const code = await makeMailCode(context, resolved)
  const change = toAttempt(changeRequest, user, to, code)
  await sendChangeMail(changeRequest, { change, code, isTaken: other !== null && other.id !== user.id })
  const cookies = await beginAttempt(context, request.cookies, change)
  return redirectTo(pageTarget(`${request.base}/account`, request.origin, { done: 'email-sent' }), cookies)
}

/**
 * Request another e-mail address. A mail to it verifies it. The response is the same whether the address is free or
 * belongs to another user; only the mail says so.
 */
export const changeEmail = async (accountRequest: AccountRequest): Promise<AccountOutcome | HandlerResponse> => {
  const { request, context, currentUser } = accountRequest
  const changeRequest = findChangeRequest(request, context)
  const user = changeRequest === undefined ? null : await findUser(changeRequest.store, currentUser.userId)
  if (changeRequest === undefined || user === null) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  const page = pageTarget(`${request.base}/account`, request.origin)
  return withRetryPage(page, () => requestChange(changeRequest, user))
}
