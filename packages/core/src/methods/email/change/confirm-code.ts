import type { AccountOutcome, AccountRequest, AuthContext } from '../../../config/engine-types.ts'
import { sameSecret } from '../../../base/bytes.ts'
import { toSeconds } from '../../../base/time.ts'
import { readCode } from '../../../protocols/email/code.ts'
import { Verification } from '../../../errors/error-classes.ts'
import { listAttempts } from '../../../attempts/attempt.ts'
import type { EmailChangeAttempt } from '../../../attempts/attempt.ts'
import type { HandlerResponse } from '../../../web/handler-response.ts'
import type { CookieJar } from '../../../web/cookies.ts'
import { pageTarget } from '../../../web/redirect-target.ts'
import { finishChange } from './finish-change.ts'
import { findMailer } from './mailer.ts'
import { spendCodeAttempt } from '../email-limits.ts'
import { withRetryPage, HandlerError } from '../../../web/handler-error.ts'

type WithCode = EmailChangeAttempt & { readonly code: string }

const hasCode = (attempt: EmailChangeAttempt): attempt is WithCode => attempt.code !== undefined

/** The newest wish of this user, asked for in this browser, whose code can still be typed in. */
export const findOpenCode = async (
  context: AuthContext,
  jar: CookieJar,
  userId: string,
): Promise<WithCode | undefined> => {
  const now = toSeconds(context.runtime.now())
  for (const { attempt } of await listAttempts(context, jar)) {
    if (attempt.kind !== 'change' || attempt.userId !== userId || !hasCode(attempt)) continue
    if (now <= attempt.created + (attempt.codeExpiresIn ?? 0)) return attempt
  }
  return undefined
}

/** Type in the code of a mail to the new address. Each try is counted before it is looked at. */
export const confirmEmailCode = async (accountRequest: AccountRequest): Promise<AccountOutcome | HandlerResponse> => {
  const { request, context, currentUser } = accountRequest
  const mailer = findMailer(context)
  const open = await findOpenCode(context, request.cookies, currentUser.userId)
  if (mailer === undefined || open === undefined) return 'absent'
  const page = pageTarget(`${request.base}/account`, request.origin)
  const wrong = (reason: string): HandlerError =>
    new HandlerError(new Verification('The code is wrong', { reason }), [], page)
  const typed = readCode(request.fields['code'])
  // What can be no code is a slip of the finger and costs no try.
  if (typed === undefined) throw wrong('code')
  const tried = { state: open.state, address: open.to }
  return withRetryPage(page, async () => {
    if ((await spendCodeAttempt(request, context, mailer.resolved, tried)) === undefined) throw wrong('attempts')
    if (!sameSecret(open.code, typed)) throw wrong('code')
    return finishChange(request, context, mailer, open, currentUser)
  })
}
