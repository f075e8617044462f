import type { ConfiguredProvider, MethodSteps, ProviderHandler } from '../../config/engine-types.ts'
import { beginAttempt, listAttempts, type EmailAttempt } from '../../attempts/attempt.ts'
import { defined } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'
import { spend } from '../../limits/limits.ts'
import { readAddress } from '../../protocols/email/address.ts'
import { callSignInCallback } from '../../sign-in/complete.ts'
import { callbackSubject, callbackUser, findExistingUsers } from '../../sign-in/sign-in-record.ts'
import { redirectTo, withRetryPage } from '../../web/handler-response.ts'
import { emailIdentity, sendLimits, emailRequestFor, type EmailRequest } from './email-limits.ts'
import { sendSignInMail, verifyRequestPage } from './sign-in-mail.ts'
import { verifyCode } from './verify-code.ts'
import { openLink } from './open-link.ts'

/** Send a mail that verifies an address. Other browsers ask for a click on the link and do not accept the code. */
const sendVerification: NonNullable<MethodSteps['verifyEmail']> = async (request, context, configured, options) => {
  const { email, target, pendingSignIn, hasNewPasskey = false } = options
  const emailRequest = emailRequestFor(request, context, configured)
  const { provider, maxAge } = emailRequest.resolved
  const identifier = readAddress(email, provider.normalizeIdentifier)
  const identity = emailIdentity(emailRequest, identifier)
  const subject = callbackSubject(identity, await findExistingUsers(context, identity))
  const user = callbackUser({ context, identity }, subject.user, false)
  const params = { ...subject, user, email: { verificationRequest: true } }
  const redirect = await callSignInCallback(context, request.origin, params)
  if (redirect !== undefined) return redirectTo(redirect)
  await spend(context, await sendLimits(emailRequest, identifier))
  const sent = await sendSignInMail(emailRequest, identifier, target, hasNewPasskey)
  const cookies = await beginAttempt(context, request.cookies, {
    kind: 'email',
    provider: provider.id,
    identifier,
    ...sent,
    ...defined({ pendingSignIn }),
    target,
    created: toSeconds(context.runtime.now()),
    expiresIn: maxAge,
  })
  return redirectTo(verifyRequestPage(request, provider.id), cookies)
}

/** The newest mail that this browser requested for the posted address. */
const findOwnMail = async ({ request, context, resolved: { provider } }: EmailRequest) => {
  const identifier = readAddress(request.fields['email'], provider.normalizeIdentifier)
  const wanted = { kind: 'email', provider: provider.id, identifier } as const
  const [newest] = await listAttempts(context, request.cookies, wanted)
  return newest?.value
}

/** Send another mail for the same sign-in. The page that requested it shows the result. */
const resend = async (emailRequest: EmailRequest, configured: ConfiguredProvider, pending: EmailAttempt) => {
  const { request, context } = emailRequest
  const { identifier: email, target, pendingSignIn } = pending
  const page = (result?: { resent: '1' }) => verifyRequestPage(request, configured.id, result)
  const options = { email, target, ...defined({ pendingSignIn }) }
  const response = await withRetryPage(page(), () => sendVerification(request, context, configured, options))
  // A signIn callback may redirect to another page.
  return response.redirect === page() ? { ...response, redirect: page({ resent: '1' }) } : response
}

/** `POST /signin/<provider>`: sends a mail. With a code it verifies the code, for clients that can only post here. */
const startEmail: ProviderHandler = async (request, context, configured) => {
  const emailRequest = emailRequestFor(request, context, configured)
  const { code, email } = request.fields
  if (emailRequest.resolved.hasCode && code !== undefined) return verifyCode(emailRequest)
  const pending = request.fields['resend'] === undefined ? undefined : await findOwnMail(emailRequest)
  if (pending !== undefined) return resend(emailRequest, configured, pending)
  const target = await readTarget(request, context)
  const response = await sendVerification(request, context, configured, { email, target })
  return { ...response, cookies: [...(response.cookies ?? []), ...rememberTarget(request, context, target)] }
}

/** `/callback/<provider>`: an opened link, the button of its page, or a code that the user typed. */
const callback: ProviderHandler = async (request, context, configured) => {
  const emailRequest = emailRequestFor(request, context, configured)
  const isCode = emailRequest.resolved.hasCode && request.method === 'POST' && request.fields['code'] !== undefined
  return isCode ? verifyCode(emailRequest) : openLink(emailRequest)
}

export const emailSteps: MethodSteps = { start: startEmail, callback, verifyEmail: sendVerification }
