import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import { defined } from '../../base/record.ts'
import { resolveEmailProvider } from '../../protocols/email/email-provider.ts'
import { readErrorQuery } from '../../errors/error-table.ts'
import { listAttempts } from '../../attempts/attempt.ts'
import type { CodeForm } from '../../types/page-props.ts'
import type { Cookie } from '../../types/http.ts'
import { formToken } from '../../forms/csrf.ts'
import { openCodes } from './open-codes.ts'
import type { OpenCode } from './open-codes.ts'

/** What the page after a mail was sent shows to the browser that asked, and to no other. */
export interface PendingMail {
  readonly email?: string
  readonly code?: CodeForm
  readonly cookies: readonly Cookie[]
}

const codeForm = async (
  request: RequestInternal,
  context: AuthContext,
  provider: string,
  { attempt }: OpenCode,
): Promise<PendingMail> => {
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const { error, retryAfter } = readErrorQuery(request.query)
  const { identifier, code } = attempt
  const form: CodeForm = {
    action: `${request.base}/callback/${provider}`,
    fields: [['email', identifier]],
    name: 'code',
    length: code.length,
    ...defined({
      csrfToken,
      error: error === 'Default' ? undefined : error,
      retryAfter,
    }),
  }
  return { email: identifier, code: form, cookies }
}

/** The newest mail of a provider that this browser asked for, and the form for its code where it brings one. */
export const findPendingMail = async (
  request: RequestInternal,
  context: AuthContext,
  { id, options }: ConfiguredProvider,
): Promise<PendingMail> => {
  const open = await listAttempts(context, request.cookies)
  const [newest] = openCodes(context, open, resolveEmailProvider(options))
  if (newest !== undefined) return codeForm(request, context, id, newest)
  const mail = open.find(({ attempt }) => attempt.kind === 'email' && attempt.provider === id)
  return { cookies: [], ...(mail?.attempt.kind === 'email' ? { email: mail.attempt.identifier } : {}) }
}
