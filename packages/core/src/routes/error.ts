import type { RouteHandler } from '../config/engine-types.ts'
import { defined } from '../base/json.ts'
import { errorTable, readErrorQuery } from '../errors/error-table.ts'
import { findCustomPage, signInPageTarget } from '../forms/page-data.ts'
import { redirectTo, show } from '../web/handler-response.ts'
import { homeTarget, pageTarget } from '../web/redirect-target.ts'

/** `GET /error` */
export const errorPage: RouteHandler = async (request, context) => {
  const { error = 'Default', code, retryAfter, reference } = readErrorQuery(request.url.searchParams)
  const page = findCustomPage(request, context, 'error')
  const query = { error: code, reference, retryAfter: retryAfter?.toString() }
  if (page !== undefined) return redirectTo(pageTarget(page, request.origin, query))
  const props = {
    error,
    signinUrl: signInPageTarget(request, context),
    home: homeTarget(request.origin),
    ...defined({ reference, retryAfter }),
  }
  const status = error === 'Default' ? 200 : errorTable[error].status
  const headers = defined({ 'retry-after': status === 429 ? retryAfter?.toString() : undefined })
  return { ...show({ page: 'error', props }, [], status), headers }
}
