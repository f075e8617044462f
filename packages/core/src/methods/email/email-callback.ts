import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import { resolveEmailProvider } from '../../protocols/email/email-provider.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { verifyCode } from './verify-code.ts'
import { openLink } from './open-link.ts'

/** `/callback/<provider>`: a link that was opened, the button of its page, or a code that was typed in. */
export const callbackEmail = async (
  request: RequestInternal,
  context: AuthContext,
  { options }: ConfiguredProvider,
): Promise<HandlerResponse> => {
  const resolved = resolveEmailProvider(options)
  const isCode = resolved.hasCode && request.method === 'POST' && request.fields['code'] !== undefined
  return isCode ? verifyCode(request, context, resolved) : openLink(request, context, resolved)
}
