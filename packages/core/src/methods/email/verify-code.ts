import type { RouteHandler } from '../../config/engine-types.ts'
import { isHostBound } from '../../config/cookie-set.ts'
import { listAttempts } from '../../attempts/attempt.ts'
import { sameSecret } from '../../base/bytes.ts'
import { defined } from '../../base/json.ts'
import { Verification } from '../../errors/error-classes.ts'
import { readErrorQuery } from '../../errors/error-table.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { findCustomPage, formToken, requestedMode, signInPageTarget } from '../../forms/page-data.ts'
import { readAddress } from '../../protocols/email/address.ts'
import { readCode } from '../../protocols/email/code.ts'
import { findCurrentUser } from '../../sessions/strategy.ts'
import type { Cookie } from '../../types/http.ts'
import type { CodeForm } from '../../types/page-props.ts'
import { HandlerError, redirectTo, show, type HandlerResponse } from '../../web/handler-response.ts'
import { homeTarget, pageTarget } from '../../web/redirect-target.ts'
import { compareSession, consumeToken } from './consume-token.ts'
import { emailRequestFor, spendCodeAttempt, type EmailRequest } from './email-limits.ts'
import { codeField, hasOpenCode } from './mail-token.ts'
import { verifyRequestPage } from './sign-in-mail.ts'

/** The errors of a request for another e-mail. The page shows no others. */
const RESEND_ERRORS: readonly (string | undefined)[] = ['TooManyRequests', 'EmailSignInError']

const readResendResult = (query: URLSearchParams) => {
  const { error, retryAfter } = readErrorQuery(query)
  if (RESEND_ERRORS.includes(error)) return defined({ error, retryAfter })
  return query.get('resent') === '1' && error === undefined ? { isResent: true } : {}
}

const findPendingMail = async ({ request, context, resolved }: EmailRequest) => {
  const {
    provider: { id: provider },
    hasLink,
  } = resolved
  const mails = (await listAttempts(context, request.cookies, { kind: 'email', provider })).map(({ value }) => value)
  const withCode = mails.find((mail) => hasOpenCode(context, mail))
  const email = (withCode ?? mails[0])?.identifier
  if (email === undefined) return { cookies: [] }
  const { cookies, ...token } = await formToken(context, request.cookies)
  const mode = requestedMode(request)
  const fields = [['email', email] as const, ...(mode === undefined ? [] : [['mode', mode] as const])]
  const resend = {
    action: `${request.base}/signin/${provider}`,
    fields: [...fields, ['resend', '1']] as const,
    ...token,
  }
  const code: CodeForm | undefined = withCode && {
    action: `${request.base}/callback/${provider}`,
    fields,
    ...token,
    ...codeField(withCode.code, request.url.searchParams),
  }
  return { email, resend, hasLink, cookies, ...defined({ code }) }
}

/** `GET /verify-request`: the page that is shown after a mail was sent. */
export const verifyRequest: RouteHandler = async (request, context) => {
  const page = findCustomPage(request, context, 'verifyRequest')
  if (page !== undefined)
    return redirectTo(pageTarget(page, request.origin, Object.fromEntries(request.url.searchParams)))
  // A user who began on the page for new users returns to it.
  const signinUrl = signInPageTarget(request, context, { mode: requestedMode(request) })
  const site = { home: homeTarget(request.origin), signinUrl }
  const provider = context.config.providers.find(request.url.searchParams.get('provider') ?? undefined)
  if (provider?.method.facts.verifiesEmail !== 'itself') return show({ page: 'verify-request', props: site })
  const { cookies, ...pending } = await findPendingMail(emailRequestFor(request, context, provider))
  return show(
    { page: 'verify-request', props: { ...site, ...pending, ...readResendResult(request.url.searchParams) } },
    cookies,
  )
}

const isSignedIn = async (emailRequest: EmailRequest, identifier: string | undefined) => {
  if (identifier !== undefined) return (await compareSession(emailRequest, identifier)).user === 'same'
  return (await findCurrentUser(emailRequest.context, emailRequest.request.cookies)) !== null
}

/** Sign in by the code of a mail, in the browser that requested the mail. */
export const verifyCode = async (emailRequest: EmailRequest): Promise<HandlerResponse> => {
  const { request, context, resolved } = emailRequest
  const { provider } = resolved
  const { email, code } = request.fields
  // A form of the application's own may leave the address out.
  const identifier = email === undefined || email === '' ? undefined : readAddress(email, provider.normalizeIdentifier)
  const wanted = { kind: 'email', provider: provider.id, ...defined({ identifier }) } as const
  const all = await listAttempts(context, request.cookies, wanted)
  const mails = all.filter(({ value }) => hasOpenCode(context, value))
  if (mails.length === 0) {
    // The form was submitted twice, and the first request has signed the user in.
    if (await isSignedIn(emailRequest, identifier)) return redirectTo(await readTarget(request, context))
    throw new Verification('This browser requested no code, or the code has expired', { reason: 'absent' })
  }
  // The user can correct it on the page where it was typed.
  const wrongCode = (ended: readonly Cookie[], left?: number): HandlerError => {
    const page = verifyRequestPage(request, provider.id, defined({ attemptsLeft: left?.toString() }))
    return new HandlerError(new Verification('The code is wrong', { reason: 'code' }), ended, page)
  }
  const typed = readCode(code)
  // A text that cannot be a code is a typing error and costs no attempt.
  if (typed === undefined) throw wrongCode([])
  const exhausted: Cookie[] = []
  let mostLeft = 0
  // The newest mail first: users open an earlier mail, too. Each comparison is counted before it is made.
  for (const { value: attempt, clear } of mails) {
    const left = await spendCodeAttempt(emailRequest, attempt.state, attempt.identifier)
    if (left >= 0 && attempt.code !== undefined && sameSecret(attempt.code, typed))
      // A sibling domain may have injected an attempt whose code it knows, unless the cookie is bound to the host.
      return consumeToken(emailRequest, { ...attempt, isConfirmed: isHostBound(context.cookies.state) })
    if (left <= 0) exhausted.push(clear)
    mostLeft = Math.max(mostLeft, left)
  }
  if (exhausted.length < mails.length) throw wrongCode(exhausted, mostLeft)
  throw new HandlerError(new Verification('The code was tried too often', { reason: 'attempts' }), exhausted)
}
