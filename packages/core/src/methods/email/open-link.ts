import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { nonEmpty } from '../../base/json.ts'
import { defined } from '../../base/record.ts'
import { findAttempt } from '../../attempts/attempt.ts'
import type { EmailAttempt } from '../../attempts/attempt.ts'
import { Verification } from '../../errors/error-classes.ts'
import { readTarget } from '../../forms/callback-url.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import type { Cookie } from '../../types/http.ts'
import { withCookies } from '../../web/handler-error.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { isSignedInWith } from './already-signed-in.ts'
import { confirmLink, findReplaced } from './confirm-page.ts'
import { consumeToken } from './consume-token.ts'
import { spendLinkAttempt } from './email-limits.ts'

/** What a link carries. */
interface Link {
  readonly token: string
  readonly email: string
}

/** Characters of a token, whatever function generated it. */
const MAX_TOKEN_LENGTH = 1024

/** The shape of an address that a page may show. Whether it is the right one, the stored token decides. */
const ADDRESS = /^[^\s@<>\p{Cc}]{1,64}@[^\s@<>\p{Cc}]{1,255}$/u

const onlyOne = (values: readonly string[]): string | undefined =>
  values.length === 1 ? nonEmpty(values[0]) : undefined

const readLink = (request: RequestInternal): Link => {
  const from = (name: string): string | undefined =>
    request.method === 'POST' ? nonEmpty(request.fields[name]) : onlyOne(request.query.getAll(name))
  const token = from('token')
  const email = from('email')
  if (token === undefined || email === undefined || token.length > MAX_TOKEN_LENGTH || !ADDRESS.test(email)) {
    throw new Verification('The link is not complete', { reason: 'incomplete' })
  }
  return { token, email }
}

/** The attempt of the browser that requested the mail, and the cookie that ends it. */
interface OwnAttempt {
  readonly attempt: EmailAttempt
  readonly forget: Cookie
}

const findOwnAttempt = async (
  request: RequestInternal,
  context: AuthContext,
  { provider }: ResolvedEmailProvider,
  { token, email }: Link,
): Promise<OwnAttempt | undefined> => {
  const wanted = { provider: provider.id, state: token, kind: 'email' as const }
  const reading = await findAttempt(context, request.cookies, wanted)
  if (!reading.found || reading.attempt.kind !== 'email') return undefined
  return reading.attempt.identifier === email ? { attempt: reading.attempt, forget: reading.forget } : undefined
}

const isConsumedBefore = (error: unknown): boolean =>
  error instanceof Verification && error.cause?.['reason'] === 'unknown'

/** Sign in by the link. A link that was consumed before leads to its target in a browser that has the user's session. */
const consume = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  link: Link,
  own: OwnAttempt | undefined,
): Promise<HandlerResponse> => {
  const target = own?.attempt.target ?? (await readTarget(request, context))
  const ofAttempt = defined({ code: own?.attempt.code, pendingSignIn: own?.attempt.pendingSignIn })
  try {
    return await consumeToken(request, context, resolved, {
      identifier: link.email,
      state: link.token,
      target,
      ...ofAttempt,
    })
  } catch (error) {
    if (!isConsumedBefore(error) || !(await isSignedInWith(request, context, link.email))) throw error
    return redirectTo(target)
  }
}

/**
 * The link in the browser that requested it. After a double click the second request finds the token consumed before it has
 * the session of the first. It is redirected to the same URL once, with the cookies that the first response has set by then.
 */
const consumeOwn = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  link: Link,
  own: OwnAttempt,
): Promise<HandlerResponse> => {
  const isFirst = !request.query.has('again')
  try {
    return await consume(request, context, resolved, link, own)
  } catch (error) {
    if (!isFirst || !isConsumedBefore(error)) return withCookies([own.forget], () => Promise.reject(error))
    const query = { ...Object.fromEntries(request.query), again: '1' }
    return redirectTo(pageTarget(`${request.base}/callback/${resolved.provider.id}`, request.origin, query))
  }
}

/**
 * Open the link of a mail. In the browser that requested the mail, a `GET` consumes it, unless another user is signed in
 * there. In any other browser a `GET` shows a page with a button, and only the `POST` of that page consumes the link: mail
 * scanners open links as well.
 */
export const openLink = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
): Promise<HandlerResponse> => {
  const link = readLink(request)
  await spendLinkAttempt(request, context, resolved, link)
  const own = await findOwnAttempt(request, context, resolved, link)
  if (request.method === 'POST') {
    return withCookies(own === undefined ? [] : [own.forget], () => consume(request, context, resolved, link, own))
  }
  const replaced = await findReplaced(request, context, link.email)
  if (own !== undefined && !replaced.isOtherUser) return consumeOwn(request, context, resolved, link, own)
  // The user is signed in here already, most likely by this link: there is nothing to confirm.
  if (own === undefined && (await isSignedInWith(request, context, link.email)))
    return redirectTo(await readTarget(request, context))
  return confirmLink(request, context, resolved, link, replaced)
}
