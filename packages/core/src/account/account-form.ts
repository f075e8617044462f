import { defined } from '../base/json.ts'
import type { AccountForm, AccountRequest, UserMethods } from '../config/engine-types.ts'
import { readErrorQuery } from '../errors/error-table.ts'
import { formToken } from '../forms/page-data.ts'
import { requireSignIn } from '../sign-in/require-sign-in.ts'
import type { AccountChangeProps } from '../types/page-props.ts'
import { redirectTo, show, type HandlerResponse } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import { loadAccountParts } from './account-parts.ts'
import { isReauthenticated } from './account-request.ts'

/** `GET /account?change=<action>`: the page for one change. It changes nothing; its form is posted to `/account`. */
export const showAccountForm = async (
  accountRequest: AccountRequest,
  userMethods: UserMethods,
  change: string,
): Promise<HandlerResponse> => {
  const { request, context } = accountRequest
  const back = pageTarget(`${request.base}/account`, request.origin)
  const parts = context.config.adapter === undefined ? [] : await loadAccountParts(context)
  const forms = parts.flatMap((part) => Object.entries(part.forms) as [AccountChangeProps['change'], AccountForm][])
  const [name, form] = forms.find(([offered]) => offered === change) ?? []
  if (name === undefined || form === undefined) return redirectTo(back)
  if (form.isProtected && !(await isReauthenticated(accountRequest)))
    return requireSignIn(request, context, `${request.base}/account${request.url.search}`, 'ReauthenticationRequired')
  const content = await form.load(accountRequest, userMethods)
  // It was changed in another tab, or the link is wrong.
  if (content === undefined) return redirectTo(back)
  const { csrfToken, cookies } = await formToken(context, request.cookies)
  const { error, retryAfter } = readErrorQuery(request.url.searchParams)
  const failure = defined({ csrfToken, error, retryAfter })
  const props = { ...content, change: name, action: `${request.base}/account`, back, ...failure }
  return show({ page: 'account-change', props }, cookies)
}
