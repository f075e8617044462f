import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import { listAttempts } from '../../attempts/attempt.ts'
import { defined } from '../../base/record.ts'
import { readErrorQuery } from '../../errors/error-table.ts'
import { formToken } from '../../forms/form-token.ts'
import type { Cookie } from '../../types/http.ts'
import type { CodeForm } from '../../types/page-props.ts'
import { hasOpenCode } from './mail-token.ts'

/** What the page after a mail was sent shows, in the browser that requested the mail only. */
export interface PendingMail {
  readonly email?: string
  readonly code?: CodeForm
  readonly cookies: readonly Cookie[]
}

/** The newest mail of a provider that this browser requested, and the form for its code if it has one. */
export const findPendingMail = async (
  request: RequestInternal,
  context: AuthContext,
  { id }: ConfiguredProvider,
): Promise<PendingMail> => {
  const attempts = await listAttempts(context, request.cookies, 'email')
  const mails = attempts.map(({ attempt }) => attempt).filter(({ provider }) => provider === id)
  const newest = mails.find((mail) => hasOpenCode(context, mail))
  if (newest === undefined) return { cookies: [], ...defined({ email: mails[0]?.identifier }) }
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const { error, retryAfter } = readErrorQuery(request.query)
  const email = newest.identifier
  const code: CodeForm = {
    action: `${request.base}/callback/${id}`,
    fields: [['email', email]],
    name: 'code',
    length: newest.code.length,
    ...defined({ csrfToken, error: error === 'Default' ? undefined : error, retryAfter }),
  }
  return { email, code, cookies }
}
