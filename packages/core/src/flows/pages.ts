import { once } from '../base/once.ts'
import { defined } from '../base/record.ts'
import { readRetryAfter } from '../errors/retry-after.ts'
import { errorTable, findErrorWord, readPublicType } from '../errors/table.ts'
import { redirectTo, show } from '../web/answer.ts'
import { homeTarget, ownerPage } from '../web/return-target.ts'
import type { Flow } from './flow.ts'
import { findOwnerPage } from './owner-page.ts'

const waiting = once(() => import('./email/waiting.ts'))

/** `GET /verify-request` */
export const verifyRequest: Flow = async (request, site) => {
  const page = findOwnerPage(request, site, 'verifyRequest')
  if (page !== undefined) return redirectTo(ownerPage(page, request.origin, Object.fromEntries(request.query)))
  const home = homeTarget(request.origin)
  const provider = site.config.providers.find(request.query.get('provider') ?? undefined)
  if (provider?.type !== 'email') return show({ page: 'verify-request', props: { home } })
  const { findWaiting } = await waiting()
  const { cookies, ...known } = await findWaiting(request, site, provider)
  return show({ page: 'verify-request', props: { home, ...known } }, cookies)
}

/** A reference as we make them; anything else in a query is not shown. */
const findReference = (text: string | null): string | undefined =>
  text !== null && /^[0-9A-Z]{8}$/.test(text) ? text : undefined

/** `GET /error` */
export const errorPage: Flow = async (request, site) => {
  const asked = request.query.get('error')
  const reference = findReference(request.query.get('reference'))
  const retryAfter = readRetryAfter(request.query.get('retryAfter'))
  const page = findOwnerPage(request, site, 'error')
  if (page !== undefined) {
    const told = { error: findErrorWord(asked), reference, retryAfter: retryAfter?.toString() }
    return redirectTo(ownerPage(page, request.origin, told))
  }
  const known = readPublicType(asked)
  const error = known ?? 'Default'
  const signinUrl =
    site.config.pages.signIn === undefined
      ? `${request.base}/signin`
      : ownerPage(site.config.pages.signIn, request.origin)
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
