import { sameSecret } from '../../base/bytes.ts'
import type { Site } from '../../config/site.ts'
import { readAddress } from '../../email/address.ts'
import { readCode } from '../../email/code.ts'
import type { ResolvedEmailProvider } from '../../email/provider.ts'
import { Verification } from '../../errors/classes.ts'
import { listTransactions } from '../../transactions/store.ts'
import type { OpenTransaction } from '../../transactions/store.ts'
import type { Cookie } from '../../types/http.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import { waitingPage } from './letter.ts'
import { countCodeTry, uncountCodeTry } from './limit.ts'
import { openCodes } from './open-codes.ts'
import type { OpenCode } from './open-codes.ts'
import { honourReceipt } from './receipt.ts'
import { redeem } from './redeem.ts'
import { FailedFlow } from '../flow.ts'

/** The address that came along, which a form of one's own may leave out. */
const readIdentifier = (request: RequestInternal, { provider }: ResolvedEmailProvider): string | undefined => {
  const { email } = request.fields
  return email === undefined || email === '' ? undefined : readAddress(email, provider.normalizeIdentifier)
}

/** A mail at which a code was tried. */
interface Tried extends OpenCode {
  /** Tries that are left after this one; `undefined` when it was one too many, and nothing was looked at. */
  readonly left: number | undefined
}

interface Found {
  readonly match: OpenCode | undefined
  readonly tried: readonly Tried[]
}

/**
 * Try a code at the mails that this browser has asked for, the newest first, until it is found: people open an earlier one, too. Each
 * try is counted first.
 */
const tryCode = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  codes: readonly OpenCode[],
  typed: string,
): Promise<Found> => {
  const tried: Tried[] = []
  for (const code of codes) {
    const { state, identifier: address, code: sent } = code.transaction
    const left = await countCodeTry(request, site, resolved, { state, address })
    tried.push({ ...code, left })
    if (left !== undefined && sameSecret(sent, typed)) return { match: code, tried }
  }
  return { match: undefined, tried }
}

/**
 * Whoever has the code of an address has not guessed at its other mails either. At those of other addresses they have: with a mailbox
 * of one's own one could guess without end.
 */
const uncountTries = async (
  request: RequestInternal,
  site: Site,
  resolved: ResolvedEmailProvider,
  address: string,
  tried: readonly Tried[],
): Promise<void> => {
  const own = tried.filter(({ transaction, left }) => transaction.identifier === address && left !== undefined)
  await uncountCodeTry(request, site, resolved, { address, times: own.length })
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
  const { match, tried } = await tryCode(request, site, resolved, codes, typed)
  if (match !== undefined) {
    await uncountTries(request, site, resolved, match.transaction.identifier, tried)
    return redeem(request, site, resolved, match.transaction)
  }
  const dead = tried.filter(({ left }) => left === undefined || left === 0)
  const ended = dead.map(({ forget }) => forget)
  if (dead.length < tried.length) throw wrong(request, resolved, ended)
  throw new FailedFlow(new Verification('The code was tried too often', { reason: 'tries' }), ended)
}
