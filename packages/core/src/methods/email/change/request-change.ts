import { type EmailChangeAttempt, beginAttempt } from '../../../attempts/attempt.ts'
import { sealEmailChange, type ChangeRequest, toStoredChange, findChangeRequest } from './change-token.ts'
import { defined } from '../../../base/json.ts'
import { messagesFor } from '../../../config/locale.ts'
import { describeSpan } from '../../../i18n/time-spans.ts'
import { mailFetch } from '../../../notifications/notification.ts'
import { renderAddressInUseMessage, renderChangeMessage } from '../../../protocols/email/mail.ts'
import { makeMailCode } from '../mail-token.ts'
import { sendWithToken } from '../sign-in-mail.ts'
import type { AccountOutcome, AccountRequest } from '../../../config/engine-types.ts'
import { isReauthenticated } from '../../../account/account-request.ts'
import { findEmailUser } from '../../../accounts/account-facts.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { toHex } from '../../../base/bytes.ts'
import { DAY, HOUR, MINUTE, toSeconds } from '../../../base/time.ts'
import { spend, type Limit } from '../../../attempts/limits.ts'
import { readAddress } from '../../../protocols/email/address.ts'
import { readUserAgentInfo } from '../../../protocols/email/user-agent-info.ts'
import { callSignInCallback } from '../../../sign-in/complete.ts'
import { findUser, isEmailVerified } from '../../../store/rows.ts'
import { withRetryPage, redirectTo, type HandlerResponse } from '../../../web/handler-response.ts'
import { pageTarget } from '../../../web/redirect-target.ts'
import { sendLimits } from '../email-limits.ts'

/**
 * Store a requested change, then send the mail to the new address. If the address belongs to another user, the mail says so and
 * has no link or code.
 */
const sendChangeMail = async (
  changeRequest: ChangeRequest,
  change: EmailChangeAttempt,
  shownCode: string | undefined,
  isTaken: boolean,
): Promise<void> => {
  const { request, context, resolved, send } = changeRequest
  const { provider, hasLink, hasCode, codeAge } = resolved
  const { theme } = context.config
  const messages = await messagesFor(request, context)
  const host = new URL(request.origin).host
  // Sealed even if it is not used: the time of the response must not tell whether an address is taken.
  const token = await sealEmailChange(context, change)
  const link = hasLink ? pageTarget(`${request.base}/change-email`, request.origin, { token }) : undefined
  const within = describeSpan(messages.lang, hasCode ? codeAge : change.expiresIn)
  const contents = { host, within, ...defined({ url: link, code: shownCode }) }
  const mail = {
    identifier: change.to,
    url: (isTaken ? undefined : link) ?? `${request.base}/account`,
    provider,
    theme,
    message: isTaken
      ? renderAddressInUseMessage(host, messages, theme)
      : renderChangeMessage(contents, messages, theme),
    fetch: mailFetch(context, resolved),
  }
  await sendWithToken(changeRequest, await toStoredChange(context, change), () => send(mail))
}

/** Changes that one user may request. They limit the mails to other people that an account can cause. */
const changeLimits = (userId: string): readonly Limit[] => [
  { name: 'change of address', key: userId, max: 5, window: 15 * MINUTE },
  { name: 'change of address day', key: userId, max: 15, window: DAY },
]

const toAttempt = (
  { request, context, resolved }: ChangeRequest,
  user: StoredUser,
  to: string,
  code: string | undefined,
): EmailChangeAttempt => ({
  kind: 'change',
  provider: resolved.provider.id,
  state: toHex(context.runtime.random(32)),
  userId: user.id,
  from: user.email ?? null,
  wasUnverified: !isEmailVerified(user),
  to,
  ...(code === undefined ? {} : { code, codeExpiresIn: resolved.codeAge }),
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
  const change = toAttempt(changeRequest, user, to, code?.compared)
  await sendChangeMail(changeRequest, change, code?.shown, other !== null && other.id !== user.id)
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
