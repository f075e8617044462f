import { defined } from '../../base/record.ts'
import type { ProviderSummary } from '../../config/providers.ts'
import type { Site } from '../../config/site.ts'
import { resolveEmailProvider } from '../../email/provider.ts'
import { readRetryAfter } from '../../errors/retry-after.ts'
import { readPublicType } from '../../errors/table.ts'
import { listTransactions } from '../../transactions/store.ts'
import type { CodeForm } from '../../types/pages.ts'
import type { Cookie } from '../../types/http.ts'
import type { RequestInternal } from '../../web/request.ts'
import { formToken } from '../csrf.ts'
import { openCodes } from './open-codes.ts'
import type { OpenCode } from './open-codes.ts'

/** What the page after a mail was sent shows to the browser that asked, and to no other. */
export interface Waiting {
  readonly email?: string
  readonly code?: CodeForm
  readonly cookies: readonly Cookie[]
}

const codeForm = async (
  request: RequestInternal,
  site: Site,
  provider: string,
  { transaction }: OpenCode,
): Promise<Waiting> => {
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  const { identifier, code } = transaction
  const form: CodeForm = {
    action: `${request.base}/callback/${provider}`,
    fields: [['email', identifier]],
    name: 'code',
    length: code.length,
    ...defined({
      csrfToken,
      error: readPublicType(request.query.get('error')),
      retryAfter: readRetryAfter(request.query.get('retryAfter')),
    }),
  }
  return { email: identifier, code: form, cookies }
}

/** The newest mail of a provider that this browser asked for, and the form for its code where it brings one. */
export const findWaiting = async (
  request: RequestInternal,
  site: Site,
  { id, written }: ProviderSummary,
): Promise<Waiting> => {
  const open = await listTransactions(site, request.cookies)
  const [newest] = openCodes(site, open, resolveEmailProvider(written))
  if (newest !== undefined) return codeForm(request, site, id, newest)
  const mail = open.find(({ transaction }) => transaction.kind === 'email' && transaction.provider === id)
  return { cookies: [], ...(mail?.transaction.kind === 'email' ? { email: mail.transaction.identifier } : {}) }
}
