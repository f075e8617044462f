import { listAttempts, type EmailAttempt, type OpenAttempt } from '../../attempts/attempt.ts'
import { sameSecret } from '../../base/bytes.ts'
import { Verification } from '../../errors/error-classes.ts'
import { readTarget } from '../../forms/callback-url.ts'
import { readAddress } from '../../protocols/email/address.ts'
import { readCode } from '../../protocols/email/email-provider.ts'
import { findCurrentUser } from '../../sessions/current-user.ts'
import type { Cookie } from '../../types/http.ts'
import { HandlerError, redirectTo, type HandlerResponse } from '../../web/handler-response.ts'
import { compareSession, consumeToken } from './consume-token.ts'
import { spendCodeAttempt, type EmailRequest } from './email-limits.ts'
import { hasOpenCode } from './mail-token.ts'
import { verifyRequestPage } from './sign-in-mail.ts'

interface CodeResult {
  /** The mail whose code the user typed. */
  readonly match?: EmailAttempt
  /** The mails whose attempts are exhausted. */
  readonly exhausted: readonly OpenAttempt<'email'>[]
}

/**
 * Compare a code with the mails that this browser requested, the newest first: users open an earlier mail, too. Each
 * comparison is counted before it is made.
 */
const findMatch = async (
  emailRequest: EmailRequest,
  mails: readonly OpenAttempt<'email'>[],
  typed: string,
): Promise<CodeResult> => {
  const exhausted: OpenAttempt<'email'>[] = []
  for (const mail of mails) {
    const { state, identifier, code } = mail.attempt
    const left = await spendCodeAttempt(emailRequest, state, identifier)
    if (left !== undefined && code !== undefined && sameSecret(code, typed)) return { match: mail.attempt, exhausted }
    if (left === undefined || left === 0) exhausted.push(mail)
  }
  return { exhausted }
}

/** A wrong code. The user can correct it on the page where it was typed. */
const wrongCode = ({ request, resolved }: EmailRequest, ended: readonly Cookie[]): HandlerError => {
  const page = verifyRequestPage(request, resolved.provider.id)
  return new HandlerError(new Verification('The code is wrong', { reason: 'code' }), ended, page)
}

const isSignedIn = async (emailRequest: EmailRequest, identifier: string | undefined): Promise<boolean> => {
  const { request, context } = emailRequest
  if (identifier === undefined) return (await findCurrentUser(context, request.cookies)) !== null
  return (await compareSession(emailRequest, identifier)).user === 'same'
}

/** Sign in by the code of a mail, in the browser that requested the mail. */
export const verifyCode = async (emailRequest: EmailRequest): Promise<HandlerResponse> => {
  const { request, context, resolved } = emailRequest
  const { provider } = resolved
  const { email, code } = request.fields
  // A form of the application's own may leave the address out.
  const identifier = email === undefined || email === '' ? undefined : readAddress(email, provider.normalizeIdentifier)
  const mails = (await listAttempts(context, request.cookies, 'email')).filter(
    ({ attempt }) =>
      attempt.provider === provider.id &&
      hasOpenCode(context, attempt) &&
      (identifier === undefined || attempt.identifier === identifier),
  )
  if (mails.length === 0) {
    // The form was submitted twice, and the first request has signed the user in.
    if (await isSignedIn(emailRequest, identifier)) return redirectTo(await readTarget(request, context))
    throw new Verification('This browser requested no code, or the code has expired', { reason: 'absent' })
  }
  const typed = readCode(code)
  // A text that cannot be a code is a typing error and costs no attempt.
  if (typed === undefined) throw wrongCode(emailRequest, [])
  const { match, exhausted } = await findMatch(emailRequest, mails, typed)
  if (match !== undefined) return consumeToken(emailRequest, match)
  const ended = exhausted.map(({ forget }) => forget)
  if (exhausted.length < mails.length) throw wrongCode(emailRequest, ended)
  throw new HandlerError(new Verification('The code was tried too often', { reason: 'attempts' }), ended)
}
