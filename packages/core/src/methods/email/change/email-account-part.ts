import { isReauthenticated } from '../../../account/account-request.ts'
import { findOtherUser } from '../../../accounts/find-users.ts'
import type { StoredUser } from '../../../accounts/decide-account.ts'
import { findSignInInput, keepSignInInput } from '../../../attempts/sign-in-input.ts'
import { beginAttempt, listAttempts } from '../../../attempts/attempt.ts'
import { sameSecret, toHex } from '../../../base/bytes.ts'
import { defined, nonEmpty } from '../../../base/json.ts'
import { DAY, HOUR, MINUTE, toSeconds } from '../../../base/time.ts'
import type { AccountAction, AccountPart, AccountRequest } from '../../../config/engine-types.ts'
import type { AuthError } from '../../../errors/auth-error.ts'
import { Verification } from '../../../errors/error-classes.ts'
import { isPublicType } from '../../../errors/error-table.ts'
import { spend } from '../../../limits/limits.ts'
import { findNotificationSender } from '../../../notifications/notification.ts'
import { readAddress } from '../../../protocols/email/address.ts'
import { readCode } from '../../../protocols/email/code.ts'
import { renderAddressInUseMessage, renderChangeMessage } from '../../../pages/mails/mail.ts'
import type { Cookie } from '../../../types/http.ts'
import { readUserAgentInfo } from '../../../web/user-agent-info.ts'
import { callSignInCallback } from '../../../sign-in/complete.ts'
import { findUser, isEmailVerified } from '../../../store/rows.ts'
import {
  HandlerError,
  redirectTo,
  withErrorCookies,
  withRetryPage,
  type HandlerResponse,
} from '../../../web/handler-response.ts'
import { pageTarget } from '../../../web/redirect-target.ts'
import { sendLimits, spendCodeAttempt } from '../email-limits.ts'
import { codeField, hasOpenCode, makeMailCode } from '../mail-token.ts'
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

/** The action that requests another address. */
const CHANGE = 'email-change'

/** An outage is shown on the error page, with its reference. */
const isShown = ({ type }: AuthError): boolean => isPublicType(type)

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
  const typed = await keepSignInInput(context, request.cookies, CHANGE, String(request.fields['email']))
  const page = pageTarget(`${request.base}/account`, request.origin, { change: CHANGE })
  return withErrorCookies(typed, () => withRetryPage(page, () => requestChange(changeRequest, user), isShown))
}

/** The address that was refused, for the page that shows why. Other links to the page show nothing of it. */
const findTyped = async ({ request, context }: AccountRequest): Promise<string | undefined> => {
  const kept = request.url.searchParams.has('error') ? await findSignInInput(context, request.cookies) : undefined
  return kept?.provider === CHANGE ? nonEmpty(kept.identifier) : undefined
}

const findOpenChange = async ({ request, context, currentUser }: AccountRequest) => {
  const changes = await listAttempts(context, request.cookies, { kind: 'change', userId: currentUser.userId })
  return changes.find(({ value }) => hasOpenCode(context, value))
}

/** Verify the code of a mail to the new address. Each attempt is counted before the code is compared. */
const confirmCode: AccountAction = async (accountRequest) => {
  const { request, context, currentUser } = accountRequest
  const changeRequest = changeRequestFor(request, context)
  const wrongCode = (reason: string, left?: number, ended: readonly Cookie[] = []): HandlerError => {
    const page = pageTarget(`${request.base}/account`, request.origin, defined({ attemptsLeft: left?.toString() }))
    return new HandlerError(new Verification('The code is wrong', { reason }), ended, page)
  }
  const { value: change, clear } = (await findOpenChange(accountRequest)) ?? {}
  const code = change?.code
  if (change === undefined || code === undefined || clear === undefined) throw wrongCode('absent')
  const typed = readCode(request.fields['code'])
  // A text that cannot be a code is a typing error and costs no attempt.
  if (typed === undefined) throw wrongCode('code')
  return withRetryPage(
    pageTarget(`${request.base}/account`, request.origin),
    async () => {
      const left = await spendCodeAttempt(changeRequest, change.state, change.to)
      if (left >= 0 && sameSecret(code, typed)) return finishChange(changeRequest, change, currentUser)
      throw left > 0 ? wrongCode('code', left) : wrongCode('attempts', undefined, [clear])
    },
    isShown,
  )
}

export const emailAccountPart: AccountPart = {
  actions: { [CHANGE]: changeEmail, 'email-code': confirmCode },
  forms: {
    [CHANGE]: {
      isProtected: true,
      load: async (accountRequest) => {
        const { context, currentUser } = accountRequest
        if (findNotificationSender(context) === undefined) return undefined
        return defined({ subject: nonEmpty(currentUser.user?.email), value: await findTyped(accountRequest) })
      },
    },
  },
  section: async (accountRequest) => {
    const { request, context } = accountRequest
    if (findNotificationSender(context) === undefined) return {}
    const code = (await findOpenChange(accountRequest))?.value.code
    return { email: code === undefined ? {} : { code: codeField(code, request.url.searchParams) } }
  },
}
