import { defined } from '../../base/record.ts'
import { toSeconds } from '../../base/time.ts'
import type { ProviderSummary } from '../../config/provider-table.ts'
import type { AuthContext } from '../../config/auth-context.ts'
import { readAddress } from '../../protocols/email/address.ts'
import { resolveEmailProvider } from '../../protocols/email/email-provider.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { beginAttempt } from '../../attempts/attempt-cookie.ts'
import type { EmailAttempt } from '../../attempts/attempt.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import type { RequestInternal } from '../../web/request.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'
import { callSignInCallback } from '../../sign-in/complete.ts'
import { verifyCode } from './verify-code.ts'
import { emailIdentity } from './email-identity.ts'
import { sendSignInMail, makeSignInMail, verifyRequestPage } from './sign-in-mail.ts'
import type { SignInMail } from './sign-in-mail.ts'
import { mailLimits } from './email-limits.ts'
import { signInSubject, findExistingUser } from '../../sign-in/existing-user.ts'
import { whileCounted } from '../../limits/limits.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'

const askBefore = async (
  request: RequestInternal,
  context: AuthContext,
  provider: string,
  email: string,
): Promise<RedirectTarget | undefined> => {
  const identity = emailIdentity(context, provider, email)
  const { user, account } = signInSubject(identity, await findExistingUser(context.config.adapter, identity))
  return callSignInCallback(context, request.origin, { user, account, email: { verificationRequest: true } })
}

const toTransaction = (
  context: AuthContext,
  { provider, maxAge, codeAge }: ResolvedEmailProvider,
  { identifier, token, code }: SignInMail,
  target: RedirectTarget,
): EmailAttempt => ({
  kind: 'email',
  provider: provider.id,
  identifier,
  state: token,
  ...defined({ code: code?.compared, codeExpiresIn: code === undefined ? undefined : codeAge }),
  target,
  created: toSeconds(context.runtime.now()),
  expiresIn: maxAge,
})

/** Send a mail, and let this browser alone use its link without a further click, or its code. */
const sendMail = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
): Promise<HandlerResponse> => {
  const { provider } = resolved
  const target = await readTarget(request, context)
  const identifier = readAddress(request.fields['email'], provider.normalizeIdentifier)
  const elsewhere = await askBefore(request, context, provider.id, identifier)
  if (elsewhere !== undefined) return redirectTo(elsewhere)
  const limits = await mailLimits(request, context, resolved, identifier)
  const letter = await whileCounted(context, limits, async () => {
    const made = await makeSignInMail(request, context, resolved, identifier, target)
    await sendSignInMail(request, context, resolved, made)
    return made
  })
  const cookies = await beginAttempt(context, request.cookies, toTransaction(context, resolved, letter, target))
  return redirectTo(verifyRequestPage(request, provider.id), [...cookies, ...rememberTarget(request, context, target)])
}

/**
 * `POST /signin/<provider>`: sends a mail. With a code it uses that up, as the callback does, so that whatever can ask for
 * a mail, a form action or `signIn` in the browser, can finish as well.
 */
export const startEmail = async (
  request: RequestInternal,
  context: AuthContext,
  { written }: ProviderSummary,
): Promise<HandlerResponse> => {
  const resolved = resolveEmailProvider(written)
  return resolved.hasCode && request.fields['code'] !== undefined
    ? verifyCode(request, context, resolved)
    : sendMail(request, context, resolved)
}
