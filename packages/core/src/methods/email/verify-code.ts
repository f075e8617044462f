import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { sameSecret } from '../../base/bytes.ts'
import { listAttempts } from '../../attempts/attempt.ts'
import { Verification } from '../../errors/error-classes.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { readAddress } from '../../protocols/email/address.ts'
import { readCode } from '../../protocols/email/code.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import type { Cookie } from '../../types/http.ts'
import { HandlerError } from '../../web/handler-error.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { isSignedInWith } from './already-signed-in.ts'
import { consumeToken } from './consume-token.ts'
import { spendCodeAttempt } from './email-limits.ts'
import { openCodes } from './open-codes.ts'
import type { OpenCode } from './open-codes.ts'
import { verifyRequestPage } from './sign-in-mail.ts'

/** The address of the form. A form of the application's own may leave it out. */
const readIdentifier = (request: RequestInternal, { provider }: ResolvedEmailProvider): string | undefined => {
  const { email } = request.fields
  return email === undefined || email === '' ? undefined : readAddress(email, provider.normalizeIdentifier)
}

/** A mail whose code was compared, or whose attempts are used up. */
interface TriedCode extends OpenCode {
  /** Attempts left after this one. `undefined`: this one was too many and the code was not compared. */
  readonly left: number | undefined
}

interface CodeResult {
  readonly match: OpenCode | undefined
  readonly tried: readonly TriedCode[]
}

/**
 * Compare a code with the mails that this browser requested, the newest first: users open an earlier mail, too. Each
 * comparison is counted before it is made.
 */
const findMatch = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  codes: readonly OpenCode[],
  typed: string,
): Promise<CodeResult> => {
  const tried: TriedCode[] = []
  for (const code of codes) {
    const { state, identifier: address, code: sent } = code.attempt
    const left = await spendCodeAttempt(request, context, resolved, { state, address })
    tried.push({ ...code, left })
    if (left !== undefined && sameSecret(sent, typed)) return { match: code, tried }
  }
  return { match: undefined, tried }
}

/** A wrong code. The user can correct it on the page where it was typed. */
const wrongCode = (
  request: RequestInternal,
  { provider }: ResolvedEmailProvider,
  ended: readonly Cookie[],
): HandlerError =>
  new HandlerError(
    new Verification('The code is wrong', { reason: 'code' }),
    ended,
    verifyRequestPage(request, provider.id),
  )

/** Sign in by the code of a mail, in the browser that requested the mail. */
export const verifyCode = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
): Promise<HandlerResponse> => {
  const identifier = readIdentifier(request, resolved)
  const codes = openCodes(context, await listAttempts(context, request.cookies), resolved).filter(
    ({ attempt }) => identifier === undefined || attempt.identifier === identifier,
  )
  const typed = readCode(request.fields['code'])
  if (codes.length === 0) {
    // The form was submitted twice, and the first request has signed the user in.
    if (await isSignedInWith(request, context, identifier)) return redirectTo(await readTarget(request, context))
    throw new Verification('This browser requested no code, or the code has expired', { reason: 'absent' })
  }
  // A text that cannot be a code is a typing error and costs no attempt.
  if (typed === undefined) throw wrongCode(request, resolved, [])
  const { match, tried } = await findMatch(request, context, resolved, codes, typed)
  if (match !== undefined) return consumeToken(request, context, resolved, match.attempt)
  const usedUp = tried.filter(({ left }) => left === undefined || left === 0)
  const ended = usedUp.map(({ forget }) => forget)
  if (usedUp.length < tried.length) throw wrongCode(request, resolved, ended)
  throw new HandlerError(new Verification('The code was tried too often', { reason: 'attempts' }), ended)
}
