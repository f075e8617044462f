import { once } from '../base/once.ts'
import { defined } from '../base/record.ts'
import { readRetryAfter } from '../errors/retry-after.ts'
import { errorTable, findErrorWord, readPublicType } from '../errors/error-table.ts'
import { redirectTo, show } from '../web/handler-response.ts'
import { homeTarget, pageTarget } from '../web/redirect-target.ts'
import type { RouteHandler } from '../sign-in/flow.ts'
import { findCustomPage } from '../forms/custom-page.ts'

const waiting = once(() => import('../methods/email/pending-mail.ts'))

/** `GET /verify-request` */
export const verifyRequest: RouteHandler = async (request, context) => {
  const page = findCustomPage(request, context, 'verifyRequest')
  if (page !== undefined) return redirectTo(pageTarget(page, request.origin, Object.fromEntries(request.query)))
  const home = homeTarget(request.origin)
  const provider = context.config.providers.find(request.query.get('provider') ?? undefined)
  if (provider?.type !== 'email') return show({ page: 'verify-request', props: { home } })
  const { findPendingMail: findWaiting } = await waiting()
  const { cookies, ...known } = await findWaiting(request, context, provider)
  return show({ page: 'verify-request', props: { home, ...known } }, cookies)
}

/** A reference as we make them; anything else in a query is not shown. */
const findReference = (text: string | null): string | undefined =>
  text !== null && /^[0-9A-Z]{8}$/.test(text) ? text : undefined

/** `GET /error` */
export const errorPage: RouteHandler = async (request, context) => {
  const asked = request.query.get('error')
  const reference = findReference(request.query.get('reference'))
  const retryAfter = readRetryAfter(request.query.get('retryAfter'))
  const page = findCustomPage(request, context, 'error')
  if (page !== undefined) {
    const told = { error: findErrorWord(asked), reference, retryAfter: retryAfter?.toString() }
    return redirectTo(pageTarget(page, request.origin, told))
  }
  const known = readPublicType(asked)
  const error = known ?? 'Default'
  const signinUrl =
    context.config.pages.signIn === undefined
      ? `${request.base}/signin`
      : pageTarget(context.config.pages.signIn, request.origin)
  const props = {
    error,
    signinUrl,
    home: homeTarget(request.origin),
    ...defined({ reference, retryAfter }),
  }
  const shown = show({ page: 'error', props }, [], known === undefined ? 200 : errorTable[known].status)
  return shown.status === 429 && retryAfter !== undefined
    ? { ...shown, headers: new Headers({ 'retry-after': String(retryAfter) }) }
    : shown
}
