import type { AuthContext } from '../../config/auth-context.ts'
import { readTokenExpiry } from '../../store/rows.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { AdapterError, Verification } from '../../errors/error-classes.ts'
import { rememberDevice } from '../../attempts/remembered-device.ts'
import { listAttempts } from '../../attempts/attempt-cookie.ts'
import type { OpenAttempt } from '../../attempts/attempt-cookie.ts'
import type { EmailAttempt } from '../../attempts/attempt.ts'
import type { VerificationToken } from '../../types/adapter.ts'
import type { Cookie } from '../../types/http.ts'
import type { User } from '../../types/user.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import type { RequestInternal } from '../../config/handler.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import type { Continuation } from '../../sign-in/complete.ts'
import { emailIdentity } from './email-identity.ts'
import { giveReceipt } from './receipt.ts'
import { tokenHashes, tokenStore } from './mail-token.ts'

/** What is used up, and where it leads. */
export type ConsumedToken = Pick<EmailAttempt, 'identifier' | 'state' | 'code' | 'target'>

/** Use the token up: one atomic operation of the database, so that of many at once one has it. */
const useToken = async (
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  { identifier, state }: ConsumedToken,
): Promise<VerificationToken> => {
  for (const token of await tokenHashes(context, resolved, state)) {
    const expires = readTokenExpiry(await tokenStore(context).useVerificationToken({ identifier, token }), identifier)
    if (expires === null) continue
    if (expires.getTime() <= context.runtime.now()) throw new Verification('The link is too old', { reason: 'expired' })
    return { identifier, token, expires }
  }
  throw new Verification('The link is wrong or was used already', { reason: 'unknown' })
}

/** The mails to this address that this browser asked for. */
const openMails = async (
  request: RequestInternal,
  context: AuthContext,
  identifier: string,
): Promise<readonly (OpenAttempt & { readonly attempt: EmailAttempt })[]> => {
  const open = await listAttempts(context, request.cookies)
  return open.flatMap(({ attempt, forget }) =>
    attempt.kind === 'email' && attempt.identifier === identifier ? [{ attempt, forget }] : [],
  )
}

/**
 * Whoever came in by one mail needs none of the others to the same address. The adapter removes them where it can; where it
 * cannot, those that this browser asked for are used up one by one. The person is in, so a failure is only told.
 */
const endOthers = async (
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  { identifier, state }: ConsumedToken,
  mails: Awaited<ReturnType<typeof openMails>>,
): Promise<void> => {
  const store = tokenStore(context)
  try {
    if (store.deleteVerificationTokens !== undefined) return await store.deleteVerificationTokens(identifier)
    for (const { attempt } of mails) {
      if (attempt.state === state || attempt.provider !== resolved.provider.id) continue
      for (const token of await tokenHashes(context, resolved, attempt.state))
        await store.useVerificationToken({ identifier, token })
    }
  } catch (error) {
    context.config.logger.error(error instanceof Error ? error : new AdapterError('The other tokens were not removed'))
  }
}

/** Use a link or a code up, and sign in. */
export const consumeToken = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  used: ConsumedToken,
): Promise<HandlerResponse> => {
  const { identifier, target } = used
  const { id } = resolved.provider
  const invite = await useToken(context, resolved, used)
  const receipt = { ...used, provider: id }
  const beside = async (user: User): Promise<readonly Cookie[]> => [
    ...(await giveReceipt(context, request.cookies, receipt, user)),
    await rememberDevice(context, request.cookies, identifier),
  ]
  const course: Continuation = { target, extraCookies: beside }
  let response: HandlerResponse
  try {
    response = await completeSignIn(request, context, emailIdentity(context, id, identifier), course)
  } catch (error) {
    // The person did nothing wrong: when the database fails after the token is gone, the same mail works again.
    if (error instanceof AdapterError)
      await Promise.resolve(tokenStore(context).createVerificationToken(invite)).catch(() => null)
    throw error
  }
  const mails = await openMails(request, context, identifier)
  await endOthers(context, resolved, used, mails)
  return { ...response, cookies: [...mails.map(({ forget }) => forget), ...(response.cookies ?? [])] }
}
