import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import { resolveEmailProvider } from '../../email/provider.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { redeemCode } from './code.ts'
import { openLink } from './link.ts'

/** `/callback/<provider>`: a link that was opened, the button of its page, or a code that was typed in. */
export const callbackEmail = async (
  request: RequestInternal,
  site: Site,
  { written }: ProviderSummary,
): Promise<Answer> => {
  const resolved = resolveEmailProvider(written)
  const isCode = resolved.hasCode && request.method === 'POST' && request.fields['code'] !== undefined
  return isCode ? redeemCode(request, site, resolved) : openLink(request, site, resolved)
}
