import type { AuthContext, ConfiguredProvider, RequestInternal, RouteHandler } from '../../config/engine-types.ts'
import { listAttempts } from '../../attempts/attempt.ts'
import { defined } from '../../base/json.ts'
import { readErrorQuery } from '../../errors/error-table.ts'
import { formToken, findCustomPage } from '../../forms/page-data.ts'
import type { CodeForm } from '../../types/page-props.ts'
import { hasOpenCode } from './mail-token.ts'
import { redirectTo, show } from '../../web/handler-response.ts'
import { homeTarget, pageTarget } from '../../web/redirect-target.ts'

/** The newest mail of a provider that this browser requested, and the form for its code if it has one. */
const findPendingMail = async (request: RequestInternal, context: AuthContext, { id }: ConfiguredProvider) => {
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
