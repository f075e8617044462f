import type {
  AccountOutcome,
  AccountPart,
  AccountRequest,
  AuthContext,
  RequestInternal,
} from '../../../config/engine-types.ts'
import { listAttempts } from '../../../attempts/attempt.ts'
import { sameSecret } from '../../../base/bytes.ts'
import { Verification } from '../../../errors/error-classes.ts'
import { readCode } from '../../../protocols/email/email-provider.ts'
import { HandlerError, withRetryPage, type HandlerResponse } from '../../../web/handler-response.ts'
import { pageTarget } from '../../../web/redirect-target.ts'
import { spendCodeAttempt } from '../email-limits.ts'
import { hasOpenCode } from '../mail-token.ts'
import { findChangeRequest } from './change-token.ts'
import { finishChange } from './finish-change.ts'
import { changeEmail } from './request-change.ts'

/** The newest change with an open code that this user requested in this browser. */
const findOpenChange = async ({ cookies }: RequestInternal, context: AuthContext, userId: string) => {
  const changes = (await listAttempts(context, cookies, 'change')).map(({ attempt }) => attempt)
  return changes.filter((change) => hasOpenCode(context, change)).find((change) => change.userId === userId)
}

/** Verify the code of a mail to the new address. Each attempt is counted before the code is compared. */
const confirmCode = async (accountRequest: AccountRequest): Promise<AccountOutcome | HandlerResponse> => {
  const { request, context, currentUser } = accountRequest
  const changeRequest = findChangeRequest(request, context)
  const change = await findOpenChange(request, context, currentUser.userId)
  if (changeRequest === undefined || change === undefined) return 'absent'
  const page = pageTarget(`${request.base}/account`, request.origin)
  const wrongCode = (reason: string): HandlerError =>
    new HandlerError(new Verification('The code is wrong', { reason }), [], page)
  const typed = readCode(request.fields['code'])
  // A text that cannot be a code is a typing error and costs no attempt.
  if (typed === undefined) throw wrongCode('code')
  return withRetryPage(page, async () => {
    const left = await spendCodeAttempt(changeRequest, change.state, change.to)
    if (left < 0) throw wrongCode('attempts')
    if (!sameSecret(change.code, typed)) throw wrongCode('code')
    return finishChange(changeRequest, change, currentUser)
  })
}

/** The e-mail address on the account page: a form for a new address, and for the code that this browser waits for. */
export const emailAccountPart: AccountPart = {
  actions: { 'email-change': changeEmail, 'email-code': confirmCode },
  section: async (request, context, userId) => {
    if (findChangeRequest(request, context) === undefined) return {}
    const change = await findOpenChange(request, context, userId)
    return { email: change === undefined ? {} : { code: { name: 'code', length: change.code.length } } }
  },
}
