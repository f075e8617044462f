import { findAttempt, type EmailAttempt } from '../../attempts/attempt.ts'
import { defined } from '../../base/json.ts'
import { Verification } from '../../errors/error-classes.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { showForm } from '../../forms/page-data.ts'
import { withCookies, withErrorCookies, redirectTo, type HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { compareSession, consumeToken, isUsed } from './consume-token.ts'
import { spendLinkAttempt, type EmailRequest, type Link } from './email-limits.ts'
import { findRequestedFrom } from './sign-in-mail.ts'

const MAX_TOKEN_LENGTH = 1024

/** The shape of an address that a page may show. Whether it is the right one, the stored token decides. */
const ADDRESS = /^[^\s@<>\p{Cc}]{1,64}@[^\s@<>\p{Cc}]{1,255}$/u

const readLink = ({ request: { method, fields, url } }: EmailRequest): Link => {
  const read = (name: string): string => {
    const [value, ...others] = method === 'POST' ? [fields[name]] : url.searchParams.getAll(name)
    return typeof value === 'string' && others.length === 0 ? value : ''
  }
  const state = read('token')
  const identifier = read('email')
  if (state === '' || state.length > MAX_TOKEN_LENGTH || !ADDRESS.test(identifier))
    throw new Verification('The link is not complete', { reason: 'incomplete' })
  return { state, identifier }
}

/**
 * Sign in by the link, or go to its target if it has signed the user in. After a double click, the second request may
 * find the token consumed before it has the session: one redirect gives it the cookies of the first response.
 */
const consume = async (emailRequest: EmailRequest, link: Link, own: EmailAttempt | undefined) => {
  const { request, context, resolved } = emailRequest
  const target = own?.target ?? (await readTarget(request, context))
  const pending = defined({ pendingSignIn: own?.pendingSignIn })
  const { replaces } = request.method === 'POST' ? request.fields : {}
  const session = replaces === undefined ? undefined : await compareSession(emailRequest, link.identifier)
  // The page has named this user. Another one may have signed in since.
  const isConfirmed = session?.user === 'other' && session.userId === replaces
  try {
    return await consumeToken(emailRequest, { ...link, target, ...pending, isConfirmed })
  } catch (error) {
    if (!(error instanceof Verification) || error.cause?.['reason'] !== 'unknown') throw error
    if ((await compareSession(emailRequest, link.identifier)).user === 'same') return redirectTo(target)
    if (own === undefined || request.method === 'POST' || request.url.searchParams.has('again')) throw error
    const query = { ...Object.fromEntries(request.url.searchParams), again: '1' }
    return redirectTo(pageTarget(`${request.base}/callback/${resolved.provider.id}`, request.origin, query))
  }
}

/** A page with one button. Opening the link changes nothing: a mail scanner or an attacker may have opened it. */
const confirm = async (emailRequest: EmailRequest, link: Link, session: Awaited<ReturnType<typeof compareSession>>) => {
  const { request, context, resolved } = emailRequest
  const { provider, maxAge } = resolved
  const { state: token, identifier: email } = link
  const requested = await findRequestedFrom(context, request.url.searchParams.get('requested'), token)
  if (requested !== undefined && requested.requestedAt + maxAge * 1000 <= context.runtime.now())
    throw new Verification('The link has expired', { reason: 'expired' })
  // Checked before the click. The sign-in consumes the token all the same, because another request may be faster.
  if (await isUsed(emailRequest, link)) throw new Verification('The link was used before', { reason: 'used' })
  const other = session.user === 'other' ? session : undefined
  const callbackUrl = await readTarget(request, context)
  const fields = { token, email, callbackUrl, ...defined({ replaces: other?.userId }) }
  const props = {
    action: `${request.base}/callback/${provider.id}`,
    email,
    host: new URL(request.origin).host,
    fields: Object.entries(fields),
    ...defined({ replaces: other?.label }),
    ...requested,
  }
  return showForm(request, context, { page: 'confirm-link', props })
}

/** A `GET` consumes it only where the mail was requested and no other user is signed in: mail scanners open links. */
export const openLink = async (emailRequest: EmailRequest): Promise<HandlerResponse> => {
  const { request, context, resolved } = emailRequest
  const link = readLink(emailRequest)
  await spendLinkAttempt(emailRequest, link)
  const wanted = { kind: 'email', provider: resolved.provider.id, identifier: link.identifier } as const
  const { value: own, forget } = await findAttempt(context, request.cookies, link.state, wanted)
  const cookies = own === undefined ? [] : forget
  if (request.method === 'POST') return withCookies(cookies, () => consume(emailRequest, link, own))
  const session = await compareSession(emailRequest, link.identifier)
  if (session.user === 'other') return confirm(emailRequest, link, session)
  if (own !== undefined) return withErrorCookies(cookies, () => consume(emailRequest, link, own))
  // The user is signed in here already, most likely by this link: there is nothing to confirm.
  if (session.user === 'same') return redirectTo(await readTarget(request, context))
  return confirm(emailRequest, link, session)
}
