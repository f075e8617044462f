import { isReauthenticated } from '../../../account/account-request.ts'
import { findOtherUser } from '../../../accounts/find-users.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { beginAttempt, listAttempts } from '../../../attempts/attempt.ts'
import { sameSecret, toHex } from '../../../base/bytes.ts'
import { defined, nonEmpty } from '../../../base/json.ts'
import { DAY, HOUR, MINUTE, toSeconds } from '../../../base/time.ts'
import type { AccountAction, AccountPart, AuthContext, RequestInternal } from '../../../config/engine-types.ts'
import { Verification } from '../../../errors/error-classes.ts'
import { spend } from '../../../limits/limits.ts'
import { findNotificationSender } from '../../../notifications/notification.ts'
import { readAddress } from '../../../protocols/email/address.ts'
import { isNumeric, readCode } from '../../../protocols/email/email-provider.ts'
import { renderAddressInUseMessage, renderChangeMessage } from '../../../pages/mails/mail.ts'
import { readUserAgentInfo } from '../../../web/user-agent-info.ts'
import { callSignInCallback } from '../../../sign-in/complete.ts'
import { findUser, isEmailVerified } from '../../../store/rows.ts'
import { HandlerError, redirectTo, withRetryPage, type HandlerResponse } from '../../../web/handler-response.ts'
import { pageTarget } from '../../../web/redirect-target.ts'
import { sendLimits, spendCodeAttempt } from '../email-limits.ts'
import { hasOpenCode, makeMailCode } from '../mail-token.ts'
import { composeMail, sendWithToken } from '../sign-in-mail.ts'
import {
  changeLink,
  changeRequestFor,
  toStoredChange,
  verifiedAtOf,
  type ChangeRequest,
  type EmailChange,
} from './change-token.ts'
import { finishChange } from './finish-change.ts'
import { checkWindow } from './undo-window.ts'

/** Store a change and send the mail. To an address of another user it says so, and changes nothing. */
const sendChangeMail = async (changeRequest: ChangeRequest, change: EmailChange, isTaken: boolean, code?: string) => {
  const { request, context, resolved } = changeRequest
  // Sealed even if it is not used: the time of the response must not tell whether an address is taken.
  const link = await changeLink.url(changeRequest, change)
  const url = resolved.hasLink ? link : undefined
  const { contents, messages, params } = await composeMail(changeRequest, change.to, change.expiresIn, { url, code })
  const render = isTaken ? renderAddressInUseMessage : renderChangeMessage
  const message = render(contents, messages, params.theme)
  const mail = { ...params, url: (isTaken ? undefined : url) ?? `${request.base}/account`, message }
  const row = await toStoredChange(context, change)
  await sendWithToken(changeRequest, row, () => resolved.provider.sendNotification?.(mail))
}

const requestChange = async (changeRequest: ChangeRequest, user: StoredUser): Promise<HandlerResponse> => {
  const { request, context, resolved, store } = changeRequest
  const { provider, maxAge } = resolved
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
  const change: EmailChange = {
    kind: 'change',
    provider: provider.id,
    state: toHex(context.runtime.random(32)),
    userId: user.id,
    from: user.email ?? null,
    verifiedAt: verifiedAtOf(user),
    to,
    requestedFrom: readUserAgentInfo(request.headers.get('user-agent')),
    created: toSeconds(context.runtime.now()),
    // The user is waiting for the mail, so the link needs no longer lifetime.
    expiresIn: Math.min(maxAge, HOUR),
  }
  const other = await findOtherUser(store, user.id, to)
  const { shown, kept } = await makeMailCode(context, resolved)
  await sendChangeMail(changeRequest, change, other !== null && isEmailVerified(other), shown)
  const cookies = await beginAttempt(context, request.cookies, { ...change, ...kept })
  return redirectTo(pageTarget(`${request.base}/account`, request.origin, { done: 'email-sent' }), cookies)
}

/** Request another address. The response is the same if it belongs to another user; only the mail to it says so. */
const changeEmail: AccountAction = async (accountRequest) => {
  const { request, context, currentUser } = accountRequest
  const changeRequest = changeRequestFor(request, context)
  const user = await findUser(changeRequest.store, currentUser.userId)
  if (user === null) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  const page = pageTarget(`${request.base}/account`, request.origin)
  return withRetryPage(page, () => requestChange(changeRequest, user))
}

const findOpenChange = async ({ cookies }: RequestInternal, context: AuthContext, userId: string) => {
  const changes = await listAttempts(context, cookies, { kind: 'change', userId })
  return changes.map(({ value }) => value).find((change) => hasOpenCode(context, change))
}

/** Verify the code of a mail to the new address. Each attempt is counted before the code is compared. */
const confirmCode: AccountAction = async ({ request, context, currentUser }) => {
  const changeRequest = changeRequestFor(request, context)
  const change = await findOpenChange(request, context, currentUser.userId)
  if (change === undefined) return 'absent'
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

export const emailAccountPart: AccountPart = {
  actions: { 'email-change': changeEmail, 'email-code': confirmCode },
  forms: {
    'email-change': {
      isProtected: true,
      load: async ({ context, currentUser }) =>
        findNotificationSender(context) === undefined
          ? undefined
          : defined({ subject: nonEmpty(currentUser.user?.email) }),
    },
  },
  section: async ({ request, context, currentUser }) => {
    if (findNotificationSender(context) === undefined) return {}
    const change = await findOpenChange(request, context, currentUser.userId)
    if (change === undefined) return { email: {} }
    const { code } = change
    return { email: { code: { name: 'code', length: code.length, isNumeric: isNumeric(code) } } }
  },
}
