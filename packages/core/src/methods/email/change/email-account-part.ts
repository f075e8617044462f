import { type EmailChangeAttempt, beginAttempt, listAttempts } from '../../../attempts/attempt.ts'
import { changeLink, type ChangeRequest, toStoredChange, findChangeRequest, verifiedAtOf } from './change-token.ts'
import { defined } from '../../../base/json.ts'
import { messagesFor } from '../../../config/locale.ts'
import { describeSpan } from '../../../i18n/time-spans.ts'
import { mailFetch } from '../../../notifications/notification.ts'
import { renderAddressInUseMessage, renderChangeMessage } from '../../../protocols/email/mail.ts'
import { makeBrowserLink } from '../confirm-browser.ts'
import { makeMailCode, hasOpenCode } from '../mail-token.ts'
import { sendWithToken } from '../sign-in-mail.ts'
import type { AccountAction, AccountPart, AuthContext, RequestInternal } from '../../../config/engine-types.ts'
import { isReauthenticated } from '../../../account/account-request.ts'
import { findOtherUser } from '../../../accounts/account-facts.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { toHex, sameSecret } from '../../../base/bytes.ts'
import { DAY, HOUR, MINUTE, toSeconds } from '../../../base/time.ts'
import { spend } from '../../../limits/limits.ts'
import { readAddress } from '../../../protocols/email/address.ts'
import { readUserAgentInfo } from '../../../protocols/email/user-agent-info.ts'
import { callSignInCallback } from '../../../sign-in/complete.ts'
import { findUser, isEmailVerified } from '../../../store/rows.ts'
import { withRetryPage, redirectTo, type HandlerResponse, HandlerError } from '../../../web/handler-response.ts'
import { pageTarget } from '../../../web/redirect-target.ts'
import { sendLimits, spendCodeAttempt } from '../email-limits.ts'
import { Verification } from '../../../errors/error-classes.ts'
import { readCode } from '../../../protocols/email/email-provider.ts'
import { finishChange } from './finish-change.ts'
import { checkWindow } from './undo-window.ts'

/**
 * Store a requested change, then send the mail to the new address. If the address belongs to another user, the mail says so and
 * has nothing that changes an address.
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
  const { code: _code, codeExpiresIn: _codeExpiresIn, ...sealed } = change
  const url = await changeLink.url(changeRequest, sealed)
  const link = hasLink ? url : undefined
  const within = describeSpan(messages.lang, hasCode ? codeAge : change.expiresIn)
  const confirmUrl = await makeBrowserLink(changeRequest, change.to, 0)
  const contents = { host, within, ...defined({ url: link, code: shownCode, confirmUrl }) }
  const mail = {
    identifier: change.to,
    url: (isTaken ? undefined : link) ?? `${request.base}/account`,
    provider,
    theme,
    message: isTaken
      ? renderAddressInUseMessage(contents, messages, theme)
      : renderChangeMessage(contents, messages, theme),
    fetch: mailFetch(context, resolved),
  }
  await sendWithToken(changeRequest, await toStoredChange(context, change), () => send(mail))
}

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
  verifiedAt: verifiedAtOf(user),
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
  await checkWindow(context, store, user)
  // The signIn callback decides which addresses the application accepts, as before a mail that signs in.
  const redirect = await callSignInCallback(context, request.origin, {
    user: { ...user, email: to, emailVerified: null },
    account: { provider: provider.id, type: 'email', providerAccountId: to, userId: user.id },
    email: { verificationRequest: true },
  })
  if (redirect !== undefined) return redirectTo(redirect)
  await spend(context, [
    // They limit the mails to other people that an account can cause.
    { name: 'change of address', key: user.id, max: 5, window: 15 * MINUTE },
    { name: 'change of address day', key: user.id, max: 15, window: DAY },
    ...(await sendLimits(changeRequest, to)),
  ])
  const other = await findOtherUser(store, user.id, to)
  const code = await makeMailCode(context, resolved)
  const change = toAttempt(changeRequest, user, to, code?.compared)
  await sendChangeMail(changeRequest, change, code?.shown, other !== null && isEmailVerified(other))
  const cookies = await beginAttempt(context, request.cookies, change)
  return redirectTo(pageTarget(`${request.base}/account`, request.origin, { done: 'email-sent' }), cookies)
}

/**
 * Request another e-mail address. A mail to it verifies it. The response is the same whether the address is free or
 * belongs to another user; only the mail says so.
 */
const changeEmail: AccountAction = async (accountRequest) => {
  const { request, context, currentUser } = accountRequest
  const changeRequest = findChangeRequest(request, context)
  const user = changeRequest === undefined ? null : await findUser(changeRequest.store, currentUser.userId)
  if (changeRequest === undefined || user === null) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  const page = pageTarget(`${request.base}/account`, request.origin)
  return withRetryPage(page, () => requestChange(changeRequest, user))
}

/** The newest change with an open code that this user requested in this browser. */
const findOpenChange = async ({ cookies }: RequestInternal, context: AuthContext, userId: string) => {
  const changes = (await listAttempts(context, cookies, 'change')).map(({ attempt }) => attempt)
  return changes.filter((change) => hasOpenCode(context, change)).find((change) => change.userId === userId)
}

/** Verify the code of a mail to the new address. Each attempt is counted before the code is compared. */
const confirmCode: AccountAction = async ({ request, context, currentUser }) => {
  const changeRequest = findChangeRequest(request, context)
  const change = await findOpenChange(request, context, currentUser.userId)
  if (changeRequest === undefined || change === undefined) return 'absent'
  const page = pageTarget(`${request.base}/account`, request.origin)
  const wrongCode = (reason: string): HandlerError =>
    new HandlerError(new Verification('The code is wrong', { reason }), [], page)
  const typed = readCode(request.fields['code'])
  // A text that cannot be a code is a typing error and costs no attempt.
  if (typed === undefined) throw wrongCode('code')
  return withRetryPage(page, async () => {
    const left = await spendCodeAttempt(changeRequest, change.state, change.to)
    if (left < 0) throw wrongCode('attempts')
    if (!sameSecret(change.code, typed)) throw wrongCode('code')
    return finishChange(changeRequest, change, currentUser)
  })
}

/** The e-mail address on the account page: a form for a new address, and for the code that this browser waits for. */
export const emailAccountPart: AccountPart = {
  actions: { 'email-change': changeEmail, 'email-code': confirmCode },
  section: async (request, context, userId) => {
    if (findChangeRequest(request, context) === undefined) return {}
    const change = await findOpenChange(request, context, userId)
    return { email: change === undefined ? {} : { code: { name: 'code', length: change.code.length } } }
  },
}
