import { sameSecret } from '../../base/bytes.ts'
import type { AuthContext } from '../../config/auth-context.ts'
import { readAddress } from '../../protocols/email/address.ts'
import { readCode } from '../../protocols/email/code.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { Verification } from '../../errors/error-classes.ts'
import { listAttempts } from '../../attempts/attempt-cookie.ts'
import type { OpenAttempt } from '../../attempts/attempt-cookie.ts'
import type { Cookie } from '../../types/http.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import type { RequestInternal } from '../../config/handler.ts'
import { verifyRequestPage } from './sign-in-mail.ts'
import { countCodeTry, uncountCodeTry } from './email-limits.ts'
import { openCodes } from './open-codes.ts'
import type { OpenCode } from './open-codes.ts'
import { honourReceipt } from './receipt.ts'
import { consumeToken } from './consume-token.ts'
import { HandlerError } from '../../web/handler-error.ts'

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
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  codes: readonly OpenCode[],
  typed: string,
): Promise<Found> => {
  const tried: Tried[] = []
  for (const code of codes) {
    const { state, identifier: address, code: sent } = code.transaction
    const left = await countCodeTry(request, context, resolved, { state, address })
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
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  address: string,
  tried: readonly Tried[],
): Promise<void> => {
  const own = tried.filter(({ transaction: attempt, left }) => attempt.identifier === address && left !== undefined)
  await uncountCodeTry(request, context, resolved, { address, times: own.length })
}

const findReceipt = async (
  request: RequestInternal,
  context: AuthContext,
  { provider }: ResolvedEmailProvider,
  open: readonly OpenAttempt[],
  typed: string,
): Promise<HandlerResponse | undefined> => {
  for (const { attempt } of open) {
    if (attempt.kind !== 'receipt' || attempt.provider !== provider.id) continue
    if (attempt.code !== undefined && sameSecret(attempt.code, typed))
      return honourReceipt(context, request.cookies, attempt)
  }
  return undefined
}

/** A code that was not right, where it can be typed in again. */
const wrong = (request: RequestInternal, { provider }: ResolvedEmailProvider, ended: readonly Cookie[]): HandlerError =>
  new HandlerError(
    new Verification('The code is wrong', { reason: 'code' }),
    ended,
    verifyRequestPage(request, provider.id),
  )

/** The code of a mail, typed in in the browser that asked for it. A wrong one can be corrected where it was typed. */
export const verifyCode = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
): Promise<HandlerResponse> => {
  const identifier = readIdentifier(request, resolved)
  const open = await listAttempts(context, request.cookies)
  const codes = openCodes(context, open, resolved).filter(
    ({ transaction: attempt }) => identifier === undefined || attempt.identifier === identifier,
  )
  const typed = readCode(request.fields['code'])
  const receipt = typed === undefined ? undefined : await findReceipt(request, context, resolved, open, typed)
  if (receipt !== undefined) return receipt
  if (codes.length === 0)
    throw new Verification('This browser asked for no code, or too long ago', { reason: 'absent' })
  // What can be no code is a slip of the finger and costs no try.
  if (typed === undefined) throw wrong(request, resolved, [])
  const { match, tried } = await tryCode(request, context, resolved, codes, typed)
  if (match !== undefined) {
    await uncountTries(request, context, resolved, match.transaction.identifier, tried)
    return consumeToken(request, context, resolved, match.transaction)
  }
  const dead = tried.filter(({ left }) => left === undefined || left === 0)
  const ended = dead.map(({ forget }) => forget)
  if (dead.length < tried.length) throw wrong(request, resolved, ended)
  throw new HandlerError(new Verification('The code was tried too often', { reason: 'tries' }), ended)
}
