import { nonEmpty } from '../../base/json.ts'
import { defined } from '../../base/record.ts'
import type { AuthContext } from '../../config/auth-context.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { Verification } from '../../errors/error-classes.ts'
import { findAttempt } from '../../attempts/attempt-cookie.ts'
import type { EmailAttempt } from '../../attempts/attempt.ts'
import type { Cookie } from '../../types/http.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import type { RequestInternal } from '../../config/handler.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { confirmLink, findReplaced } from './confirm-page.ts'
import { countLinkTry } from './email-limits.ts'
import { honourReceipt, receiptState } from './receipt.ts'
import { consumeToken } from './consume-token.ts'
import { withCookies } from '../../web/handler-error.ts'
import { readTarget } from '../../forms/callback-url.ts'

/** What a link names. */
export interface Link {
  readonly token: string
  readonly email: string
}

/** No token is longer than this, whoever generated it. */
const LONGEST_TOKEN = 1024

/** Enough of an address to be shown to a person; what it has to be exactly, the stored token says. */
const ADDRESS = /^[^\s@<>\p{Cc}]{1,64}@[^\s@<>\p{Cc}]{1,255}$/u

const onlyOne = (values: readonly string[]): string | undefined =>
  values.length === 1 ? nonEmpty(values[0]) : undefined

const readLink = (request: RequestInternal): Link => {
  const from = (name: string): string | undefined =>
    request.method === 'POST' ? nonEmpty(request.fields[name]) : onlyOne(request.query.getAll(name))
  const token = from('token')
  const email = from('email')
  if (token === undefined || email === undefined || token.length > LONGEST_TOKEN || !ADDRESS.test(email)) {
    throw new Verification('The link is not complete', { reason: 'incomplete' })
  }
  return { token, email }
}

/** The answer when this browser has come in by this very link within the last minute. */
const findReceipt = async (
  request: RequestInternal,
  context: AuthContext,
  { provider }: ResolvedEmailProvider,
  { token }: Link,
): Promise<HandlerResponse | undefined> => {
  const wanted = { provider: provider.id, state: receiptState(token), kind: 'receipt' as const }
  const reading = await findAttempt(context, request.cookies, wanted)
  return reading.found && reading.attempt.kind === 'receipt'
    ? honourReceipt(context, request.cookies, reading.attempt)
    : undefined
}

interface Own {
  readonly transaction: EmailAttempt
  readonly forget: Cookie
}

const findOwn = async (
  request: RequestInternal,
  context: AuthContext,
  { provider }: ResolvedEmailProvider,
  { token, email }: Link,
): Promise<Own | undefined> => {
  const wanted = { provider: provider.id, state: token, kind: 'email' as const }
  const reading = await findAttempt(context, request.cookies, wanted)
  if (!reading.found || reading.attempt.kind !== 'email') return undefined
  return reading.attempt.identifier === email ? { transaction: reading.attempt, forget: reading.forget } : undefined
}

const consume = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  link: Link,
  own: Own | undefined,
): Promise<HandlerResponse> => {
  const target = own?.transaction.target ?? (await readTarget(request, context))
  const code = defined({ code: own?.transaction.code })
  return consumeToken(request, context, resolved, { identifier: link.email, state: link.token, target, ...code })
}

const isSpent = (error: unknown): boolean => error instanceof Verification && error.cause?.['reason'] === 'unknown'

/**
 * The link in the browser that asked for it. A double click asks twice at once, and the second finds the token gone before
 * it can show the receipt of the first: it comes again, once, with whatever cookies the first one brought.
 */
const consumeOwn = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  link: Link,
  own: Own,
): Promise<HandlerResponse> => {
  const isFirst = !request.query.has('again')
  try {
    return await consume(request, context, resolved, link, own)
  } catch (error) {
    if (!isFirst || !isSpent(error)) return withCookies([own.forget], () => Promise.reject(error))
    const query = { ...Object.fromEntries(request.query), again: '1' }
    return redirectTo(pageTarget(`${request.base}/callback/${resolved.provider.id}`, request.origin, query))
  }
}

/**
 * A link of a mail. `GET` in the browser that asked, where nobody else is signed in, uses it up; anywhere else it shows a
 * page, and only the `POST` of that page does.
 */
export const openLink = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
): Promise<HandlerResponse> => {
  const link = readLink(request)
  const receipt = await findReceipt(request, context, resolved, link)
  if (receipt !== undefined) return receipt
  const forgive = await countLinkTry(request, context, resolved, link)
  const own = await findOwn(request, context, resolved, link)
  if (request.method === 'POST') {
    const response = await withCookies(own === undefined ? [] : [own.forget], () =>
      consume(request, context, resolved, link, own),
    )
    await forgive()
    return response
  }
  const replaced = await findReplaced(request, context, link.email)
  // One's own is no guess.
  if (own !== undefined) await forgive()
  return own === undefined || replaced.isSomebody
    ? confirmLink(request, context, resolved, link, replaced)
    : consumeOwn(request, context, resolved, link, own)
}
