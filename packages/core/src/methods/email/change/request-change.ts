import { type EmailChangeAttempt, beginAttempt } from '../../../attempts/attempt.ts'
import { sealEmailChange, type ChangeRequest, toStoredChange, findChangeRequest } from './change-token.ts'
import { defined } from '../../../base/json.ts'
import { messagesFor } from '../../../config/locale.ts'
import { describeSpan } from '../../../i18n/time-spans.ts'
import { mailFetch } from '../../../notifications/notification.ts'
import { renderAddressInUseMessage, renderChangeMessage } from '../../../protocols/email/mail.ts'
import type { MailMessage } from '../../../types/providers.ts'
import { type Code, makeMailCode } from '../mail-token.ts'
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

/** A mail to a new address. */
interface ChangeMail {
  readonly change: EmailChangeAttempt
  readonly code: Code | undefined
  /** Whether the address belongs to another user. Then the mail says so and has no link or code. */
  readonly isTaken: boolean
}

const renderMail = async (
  { request, context, resolved }: ChangeRequest,
  { change, code, isTaken }: ChangeMail,
): Promise<{ readonly message: MailMessage; readonly url: string }> => {
  const { theme } = context.config
  const messages = await messagesFor(request, context)
  const host = new URL(request.origin).host
  const page = `${request.base}/account`
  // Sealed even if it is not used: the time of the response must not tell whether an address is taken.
  const token = await sealEmailChange(context, change)
  if (isTaken) return { message: renderAddressInUseMessage(host, messages, theme), url: page }
  const { hasLink, hasCode, codeAge } = resolved
  const url = hasLink ? `${request.base}/change-email?${new URLSearchParams({ token }).toString()}` : undefined
  const within = describeSpan(messages.lang, hasCode ? codeAge : change.expiresIn)
  const message = renderChangeMessage({ host, within, ...defined({ url, code: code?.shown }) }, messages, theme)
  return { message, url: url ?? page }
}

/** Store a requested change, then send the mail to the new address. */
const sendChangeMail = async (changeRequest: ChangeRequest, mail: ChangeMail): Promise<void> => {
  const { context, resolved, send } = changeRequest
  const { message, url } = await renderMail(changeRequest, mail)
  const row = await toStoredChange(context, mail.change)
  await sendWithToken(changeRequest, row, () =>
    send({
      identifier: mail.change.to,
      url,
      provider: resolved.provider,
      theme: context.config.theme,
      message,
      fetch: mailFetch(context, resolved),
    }),
  )
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
