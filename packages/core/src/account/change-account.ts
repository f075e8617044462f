import type { RouteHandler } from '../config/handler.ts'
import { nonEmpty } from '../base/json.ts'
import { authError } from '../errors/error-classes.ts'
import { json, redirectTo } from '../web/handler-response.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { findCurrentUser } from '../sessions/current-user.ts'
import { requireReauthentication, requireSignIn } from '../sign-in/require-sign-in.ts'
import { changeEmail } from './email-change/request-change.ts'
import { confirmEmailCode } from './email-change/confirm-code.ts'
import { deletePasskey, renamePasskey } from './passkey-changes.ts'
import { unlink } from './unlink-account.ts'
import type { AccountOutcome, AccountRequest } from './account-request.ts'

type Change = (accountRequest: AccountRequest) => Promise<AccountOutcome | HandlerResponse>

const changes: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['email-change', changeEmail],
  ['email-code', confirmEmailCode],
  ['unlink', unlink],
  ['passkey-rename', renamePasskey],
  ['passkey-delete', deletePasskey],
])

const refuse = (status: number, message: string): HandlerResponse => json({ error: 'BadRequest', message }, [], status)

/** `POST /account`: changes one's own account. */
export const changeAccount: RouteHandler = async (request, context) => {
  const page = `${request.base}/account`
  const currentUser = await findCurrentUser(context, request.cookies)
  if (currentUser === null) return requireSignIn(request, context, page)
  if (context.config.adapter === undefined)
    throw authError('MissingAdapter', 'Without a database there is no account to change')
  const change = changes.get(nonEmpty(request.fields['action']) ?? '')
  if (change === undefined) return refuse(400, 'The request could not be read.')
  const done = await change({ context, request, currentUser })
  if (typeof done === 'object') return done
  if (done === 'absent') return refuse(404, 'There is nothing here.')
  return done === 'again'
    ? requireReauthentication(request, context, page)
    : redirectTo(pageTarget(page, request.origin, { done }))
}
