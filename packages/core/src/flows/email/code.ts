import { sameSecret } from '../../base/bytes.ts'
import { toSeconds } from '../../base/time.ts'
import type { Site } from '../../config/site.ts'
import { readAddress } from '../../email/address.ts'
import { readCode } from '../../email/code.ts'
import type { ResolvedEmailProvider } from '../../email/provider.ts'
import { Verification } from '../../errors/classes.ts'
import { listTransactions } from '../../transactions/store.ts'
import type { OpenTransaction } from '../../transactions/store.ts'
import type { EmailTransaction } from '../../transactions/transaction.ts'
import type { Cookie } from '../../types/http.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { waitingPage } from './letter.ts'
import { countCodeTry, uncountCodeTry } from './limit.ts'
import { honourReceipt } from './receipt.ts'
import { redeem } from './redeem.ts'
import { FailedFlow } from '../flow.ts'

/** A mail with a code that this browser asked for. */
export interface OpenCode {
  readonly transaction: EmailTransaction & { readonly code: string }
  readonly forget: Cookie
}

const hasCode = (transaction: EmailTransaction): transaction is OpenCode['transaction'] =>
  transaction.code !== undefined

/** The mails of a provider whose codes this browser can still use, the newest first. */
export const openCodes = (
  site: Site,
  open: readonly OpenTransaction[],
  { provider }: ResolvedEmailProvider,
): readonly OpenCode[] => {
  const now = toSeconds(site.runtime.now())
  return open.flatMap(({ transaction, forget }) => {
    if (transaction.kind !== 'email' || transaction.provider !== provider.id || !hasCode(transaction)) return []
    return now <= transaction.created + (transaction.codeLasts ?? 0) ? [{ transaction, forget }] : []
  })
}

/** The address that came along, which a form of one's own may leave out. */
const readIdentifier = (request: RequestInternal, { provider }: ResolvedEmailProvider): string | undefined => {
  const { email } = request.fields
  return email === undefined || email === '' ? undefined : readAddress(email, provider.normalizeIdentifier)
}

interface Tried {
  readonly match: OpenCode | undefined
  /** Those that can be tried again. */
  readonly left: readonly OpenCode[]
  /** Those that cannot. */
  readonly dead: readonly OpenCode[]
}

/** Try a code at every mail that this browser has asked for: people open the first one, too. Each try is counted first. */
const tryCode = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  codes: readonly OpenCode[],
  typed: string,
): Promise<Tried> => {
  const counted = await Promise.all(
    codes.map(async (code) => {
      const { state, identifier: address } = code.transaction
      return { code, left: await countCodeTry(request, site, resolved, { state, address }) }
    }),
  )
  const live = counted.filter(({ left }) => left !== undefined)
  return {
    match: live.find(({ code }) => sameSecret(code.transaction.code, typed))?.code,
    left: live.filter(({ left }) => left !== 0).map(({ code }) => code),
    dead: counted.filter(({ left }) => left === undefined || left === 0).map(({ code }) => code),
  }
}

const findReceipt = async (
  request: RequestInternal,
  site: Site,
  { provider }: ResolvedEmailProvider,
  open: readonly OpenTransaction[],
  typed: string,
): Promise<Answer | undefined> => {
  for (const { transaction } of open) {
    if (transaction.kind !== 'receipt' || transaction.provider !== provider.id) continue
    if (transaction.code !== undefined && sameSecret(transaction.code, typed))
      return honourReceipt(site, request.cookies, transaction)
  }
  return undefined
}

/** A code that was not right, where it can be typed in again. */
const wrong = (request: RequestInternal, { provider }: ResolvedEmailProvider, ended: readonly Cookie[]): FailedFlow =>
  new FailedFlow(new Verification('The code is wrong', { reason: 'code' }), ended, waitingPage(request, provider.id))

/** The code of a mail, typed in in the browser that asked for it. A wrong one can be corrected where it was typed. */
export const redeemCode = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
): Promise<Answer> => {
  const identifier = readIdentifier(request, resolved)
  const open = await listTransactions(site, request.cookies)
  const codes = openCodes(site, open, resolved).filter(
    ({ transaction }) => identifier === undefined || transaction.identifier === identifier,
  )
  const typed = readCode(request.fields['code'])
  const receipt = typed === undefined ? undefined : await findReceipt(request, site, resolved, open, typed)
  if (receipt !== undefined) return receipt
  if (codes.length === 0)
    throw new Verification('This browser asked for no code, or too long ago', { reason: 'absent' })
  // What can be no code is a slip of the finger and costs no try.
  if (typed === undefined) throw wrong(request, resolved, [])
  const { match, left, dead } = await tryCode(request, site, resolved, codes, typed)
  if (match !== undefined) {
    await uncountCodeTry(request, site, resolved, match.transaction.identifier)
    return redeem(request, site, resolved, match.transaction)
  }
  const ended = dead.map(({ forget }) => forget)
  if (left.length > 0) throw wrong(request, resolved, ended)
  throw new FailedFlow(new Verification('The code was tried too often', { reason: 'tries' }), ended)
}
