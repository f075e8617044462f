import type { RouteHandler } from '../../config/engine-types.ts'
import { findCustomPage } from '../../forms/custom-page.ts'
import { redirectTo, show } from '../../web/handler-response.ts'
import { homeTarget, pageTarget } from '../../web/redirect-target.ts'
import { findPendingMail } from './pending-mail.ts'

/** `GET /verify-request`: the page that is shown after a mail was sent. */
export const verifyRequest: RouteHandler = async (request, context) => {
  const page = findCustomPage(request, context, 'verifyRequest')
  if (page !== undefined) return redirectTo(pageTarget(page, request.origin, Object.fromEntries(request.query)))
  const home = homeTarget(request.origin)
  const provider = context.config.providers.find(request.query.get('provider') ?? undefined)
  if (provider?.method.facts.verifiesEmail !== 'itself') return show({ page: 'verify-request', props: { home } })
  const { cookies, ...pending } = await findPendingMail(request, context, provider)
  return show({ page: 'verify-request', props: { home, ...pending } }, cookies)
}
