import { nonEmpty } from '../../base/json.ts'
import { defined } from '../../base/record.ts'
import type { Site } from '../../config/site.ts'
import type { ResolvedEmailProvider } from '../../email/provider.ts'
import { Verification } from '../../errors/classes.ts'
import { findTransaction } from '../../transactions/store.ts'
import type { EmailTransaction } from '../../transactions/transaction.ts'
import type { Cookie } from '../../types/http.ts'
import { redirectTo } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { ownerPage } from '../../web/return-target.ts'
import { confirmLink, findReplaced } from './confirm.ts'
import { countLinkTry } from './limit.ts'
import { honourReceipt, receiptState } from './receipt.ts'
import { redeem } from './redeem.ts'
import { carrying } from '../flow.ts'
import { readTarget } from '../where-to.ts'

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
  site: Site,
  { provider }: ResolvedEmailProvider,
  { token }: Link,
): Promise<Answer | undefined> => {
  const wanted = { provider: provider.id, state: receiptState(token), kind: 'receipt' as const }
  const reading = await findTransaction(site, request.cookies, wanted)
  return reading.found && reading.transaction.kind === 'receipt'
    ? honourReceipt(site, request.cookies, reading.transaction)
    : undefined
}

interface Own {
  readonly transaction: EmailTransaction
  readonly forget: Cookie
}

const findOwn = async (
  request: RequestInternal,
  site: Site,
  { provider }: ResolvedEmailProvider,
  { token, email }: Link,
): Promise<Own | undefined> => {
  const wanted = { provider: provider.id, state: token, kind: 'email' as const }
  const reading = await findTransaction(site, request.cookies, wanted)
  if (!reading.found || reading.transaction.kind !== 'email') return undefined
  return reading.transaction.identifier === email
    ? { transaction: reading.transaction, forget: reading.forget }
    : undefined
}

const consume = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  link: Link,
  own: Own | undefined,
): Promise<Answer> => {
  const target = own?.transaction.target ?? (await readTarget(request, site))
  const code = defined({ code: own?.transaction.code })
  return redeem(request, site, resolved, { identifier: link.email, state: link.token, target, ...code })
}

const isSpent = (error: unknown): boolean => error instanceof Verification && error.cause?.['reason'] === 'unknown'

/**
 * The link in the browser that asked for it. A double click asks twice at once, and the second finds the token gone before
 * it can show the receipt of the first: it comes again, once, with whatever cookies the first one brought.
 */
const consumeOwn = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  link: Link,
  own: Own,
): Promise<Answer> => {
  const isFirst = !request.query.has('again')
  try {
    return await consume(request, site, resolved, link, own)
  } catch (error) {
    if (!isFirst || !isSpent(error)) return carrying([own.forget], () => Promise.reject(error))
    const query = { ...Object.fromEntries(request.query), again: '1' }
    return redirectTo(ownerPage(`${request.base}/callback/${resolved.provider.id}`, request.origin, query))
  }
}

/**
 * A link of a mail. `GET` in the browser that asked, where nobody else is signed in, uses it up; anywhere else it shows a
 * page, and only the `POST` of that page does.
 */
export const openLink = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
): Promise<Answer> => {
  const link = readLink(request)
  const receipt = await findReceipt(request, site, resolved, link)
  if (receipt !== undefined) return receipt
  const forgive = await countLinkTry(request, site, resolved, link)
  const own = await findOwn(request, site, resolved, link)
  if (request.method === 'POST') {
    const answer = await carrying(own === undefined ? [] : [own.forget], () =>
      consume(request, site, resolved, link, own),
    )
    await forgive()
    return answer
  }
  const replaced = await findReplaced(request, site, link.email)
  // One's own is no guess.
  if (own !== undefined) await forgive()
  return own === undefined || replaced.isSomebody
    ? confirmLink(request, site, resolved, link, replaced)
    : consumeOwn(request, site, resolved, link, own)
}
