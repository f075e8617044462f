import type {
  AuthContext,
  ConfiguredProvider,
  EmailVerification,
  ProviderHandler,
  RequestInternal,
} from '../../config/engine-types.ts'
import { defined } from '../../base/record.ts'
import { toSeconds } from '../../base/time.ts'
import { readAddress } from '../../protocols/email/address.ts'
import { resolveEmailProvider } from '../../protocols/email/email-provider.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { beginAttempt } from '../../attempts/attempt.ts'
import type { EmailAttempt } from '../../attempts/attempt.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import type { RedirectTarget } from '../../web/redirect-target.ts'
import { callSignInCallback } from '../../sign-in/complete.ts'
import { verifyCode } from './verify-code.ts'
import { emailIdentity } from './email-identity.ts'
import { sendSignInMail, makeSignInMail, verifyRequestPage } from './sign-in-mail.ts'
import type { SignInMail } from './sign-in-mail.ts'
import { sendLimits } from './email-limits.ts'
import { callbackSubject, findExistingUsers } from '../../sign-in/sign-in.ts'
import { spend } from '../../limits/limits.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'

const askBefore = async (
  request: RequestInternal,
  context: AuthContext,
  provider: string,
  email: string,
): Promise<RedirectTarget | undefined> => {
  const identity = emailIdentity(context, provider, email)
  const { user, account } = callbackSubject(identity, await findExistingUsers(context, identity))
  return callSignInCallback(context, request.origin, { user, account, email: { verificationRequest: true } })
}

const toAttempt = (
  context: AuthContext,
  { provider, maxAge, codeAge }: ResolvedEmailProvider,
  { identifier, token, code }: SignInMail,
  { target, pendingSignIn }: Pick<EmailVerification, 'target' | 'pendingSignIn'>,
): EmailAttempt => ({
  kind: 'email',
  provider: provider.id,
  identifier,
  state: token,
  ...defined({ code: code?.compared, codeExpiresIn: code === undefined ? undefined : codeAge, pendingSignIn }),
  target,
  created: toSeconds(context.runtime.now()),
  expiresIn: maxAge,
})

/**
 * Send a mail that verifies an address. The link signs in without a further click in this browser only; the code works in
 * no other browser.
 */
export const sendVerification = async (
  request: RequestInternal,
  context: AuthContext,
  { options }: Pick<ConfiguredProvider, 'options'>,
  { email, target, pendingSignIn }: EmailVerification,
): Promise<HandlerResponse> => {
  const resolved = resolveEmailProvider(options)
  const { provider } = resolved
  const identifier = readAddress(email, provider.normalizeIdentifier)
  const redirect = await askBefore(request, context, provider.id, identifier)
  if (redirect !== undefined) return redirectTo(redirect)
  await spend(context, await sendLimits(request, context, resolved, identifier))
  const mail = await makeSignInMail(request, context, resolved, identifier, target)
  await sendSignInMail(request, context, resolved, mail)
  const cookies = await beginAttempt(
    context,
    request.cookies,
    toAttempt(context, resolved, mail, { target, pendingSignIn }),
  )
  return redirectTo(verifyRequestPage(request, provider.id), cookies)
}

/**
 * `POST /signin/<provider>`: sends a mail. A request that carries a code verifies the code, as the callback does, so a form
 * or client that can only post here can also finish the sign-in.
 */
export const startEmail: ProviderHandler = async (request, context, provider) => {
  const resolved = resolveEmailProvider(provider.options)
  if (resolved.hasCode && request.fields['code'] !== undefined) return verifyCode(request, context, resolved)
  const target = await readTarget(request, context)
  const response = await sendVerification(request, context, provider, { email: request.fields['email'], target })
  return { ...response, cookies: [...(response.cookies ?? []), ...rememberTarget(request, context, target)] }
}
