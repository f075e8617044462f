import type { MethodSteps, ProviderHandler } from '../../config/engine-types.ts'
import { emailRequestFor } from './email-request.ts'
import { openLink } from './open-link.ts'
import { sendVerification, startEmail } from './start-email.ts'
import { verifyCode } from './verify-code.ts'

/** `/callback/<provider>`: an opened link, the button of its page, or a code that the user typed. */
const callback: ProviderHandler = async (request, context, configured) => {
  const emailRequest = emailRequestFor(request, context, configured)
  const isCode = emailRequest.resolved.hasCode && request.method === 'POST' && request.fields['code'] !== undefined
  return isCode ? verifyCode(emailRequest) : openLink(emailRequest)
}

/** Sign-in by e-mail. */
export const emailSteps: MethodSteps = { start: startEmail, callback, verifyEmail: sendVerification }
