import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { listAttempts } from '../../attempts/attempt.ts'
import type { EmailAttempt, OpenAttempt } from '../../attempts/attempt.ts'
import { rememberDevice } from '../../attempts/remembered-device.ts'
import { AdapterError, Verification } from '../../errors/error-classes.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { readTokenExpiry } from '../../store/rows.ts'
import type { VerificationToken } from '../../types/adapter.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { emailIdentity } from './email-identity.ts'
import { tokenHashes, tokenStore } from './mail-token.ts'

/** A token to consume, and where it leads. */
export type ConsumedToken = Pick<EmailAttempt, 'identifier' | 'state' | 'code' | 'target' | 'pendingSignIn'>

/** Consume the token by one atomic operation of the database: of simultaneous requests only one gets it. */
const consume = async (
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  { identifier, state }: ConsumedToken,
): Promise<VerificationToken> => {
  for (const token of await tokenHashes(context, resolved, state)) {
    const expires = readTokenExpiry(await tokenStore(context).useVerificationToken({ identifier, token }), identifier)
    if (expires === null) continue
    if (expires.getTime() <= context.runtime.now())
      throw new Verification('The link has expired', { reason: 'expired' })
    return { identifier, token, expires }
  }
  throw new Verification('The link is wrong or was used before', { reason: 'unknown' })
}

type OpenMail = OpenAttempt & { readonly attempt: EmailAttempt }

/** The mails to an address that this browser requested. */
const openMails = async (
  request: RequestInternal,
  context: AuthContext,
  identifier: string,
): Promise<readonly OpenMail[]> => {
  const open = await listAttempts(context, request.cookies)
  return open.flatMap(({ attempt, forget }) =>
    attempt.kind === 'email' && attempt.identifier === identifier ? [{ attempt, forget }] : [],
  )
}

/**
 * After a sign-in the user needs none of the other mails to the same address. The adapter deletes their tokens if it can;
 * otherwise those that this browser requested are consumed one by one. The user is signed in, so a failure is only logged.
 */
const endOthers = async (
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  { identifier, state }: ConsumedToken,
  mails: readonly OpenMail[],
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

/** Consume the token of a link or a code, and sign in. */
export const consumeToken = async (
  request: RequestInternal,
  context: AuthContext,
  resolved: ResolvedEmailProvider,
  consumed: ConsumedToken,
): Promise<HandlerResponse> => {
  const { identifier, target, pendingSignIn } = consumed
  const { id } = resolved.provider
  const row = await consume(context, resolved, consumed)
  const extraCookies = () => rememberDevice(context, request.cookies, identifier)
  let response: HandlerResponse
  try {
    response = await completeSignIn(request, context, emailIdentity(context, id, identifier), {
      target,
      pendingSignIn,
      extraCookies,
    })
  } catch (error) {
    // If the database fails after the token is consumed, put the token back: the user made no error and can try again.
    if (error instanceof AdapterError)
      await Promise.resolve(tokenStore(context).createVerificationToken(row)).catch(() => null)
    throw error
  }
  const mails = await openMails(request, context, identifier)
  await endOthers(context, resolved, consumed, mails)
  return { ...response, cookies: [...mails.map(({ forget }) => forget), ...(response.cookies ?? [])] }
}
