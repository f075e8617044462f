import { findEmailUser } from '../../accounts/find-users.ts'
import { sessionsOf } from '../../sessions/strategy.ts'
import { emailIdentity, type EmailRequest, type Link } from './email-limits.ts'
import { currentUserLabel } from '../../forms/page-data.ts'
import { listAttempts, type EmailAttempt } from '../../attempts/attempt.ts'
import { rememberDevice } from '../../attempts/remembered-device.ts'
import { AdapterError, Verification } from '../../errors/error-classes.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import type { CompletionOptions } from '../../sign-in/sign-in-record.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { readTokenExpiry } from '../../store/rows.ts'
import { consumeStoredToken, tokenHashes, tokenStore } from './mail-token.ts'

/** Whose session this browser has: of no user, of the user with the address, or of another one, with a label. */
export const compareSession = async ({ request, context }: EmailRequest, email: string) => {
  const { adapter } = context.config
  const currentUser = await sessionsOf(context).findCurrentUser(context, request.cookies)
  if (currentUser === null || adapter === undefined) return { user: 'none' } as const
  if ((await findEmailUser(adapter, email))?.id === currentUser.userId) return { user: 'same' } as const
  return { user: 'other', userId: currentUser.userId, label: currentUserLabel(currentUser) } as const
}

type ConsumedToken = Link & Pick<EmailAttempt, 'target' | 'pendingSignIn'> & Pick<CompletionOptions, 'isConfirmed'>

const consume = async ({ context, resolved }: EmailRequest, { identifier, state }: Link) =>
  consumeStoredToken(tokenStore(context), identifier, await tokenHashes(context, resolved, state))

/** Whether the link was used, or is wrong. `false` if the adapter cannot read a token without consuming it. */
export const isUsed = async ({ context, resolved }: EmailRequest, { identifier, state }: Link): Promise<boolean> => {
  const store = tokenStore(context)
  if (store.getVerificationToken === undefined) return false
  for (const token of await tokenHashes(context, resolved, state))
    if (readTokenExpiry(await store.getVerificationToken({ identifier, token }), identifier) !== null) return false
  return true
}

/** After a sign-in, consume the tokens of all other mails to the address, or as the adapter can, of this browser. */
const consumeOthers = async (emailRequest: EmailRequest, { identifier, state }: Link, all: readonly EmailAttempt[]) => {
  const { context, resolved } = emailRequest
  const store = tokenStore(context)
  if (store.deleteVerificationTokens !== undefined) return store.deleteVerificationTokens(identifier)
  for (const mail of all)
    if (mail.state !== state && mail.provider === resolved.provider.id) await consume(emailRequest, mail)
}

/** Consume the token of a link or a code, and sign in. Of simultaneous requests only one can consume it. */
export const consumeToken = async (emailRequest: EmailRequest, consumed: ConsumedToken): Promise<HandlerResponse> => {
  const { request, context } = emailRequest
  const { identifier, target, pendingSignIn, isConfirmed } = consumed
  const row = await consume(emailRequest, consumed)
  if (row === undefined) throw new Verification('The link is wrong or was used before', { reason: 'unknown' })
  if (row.expires.getTime() <= context.runtime.now())
    throw new Verification('The link has expired', { reason: 'expired' })
  const extraCookies = () => rememberDevice(context, request.cookies, identifier)
  const identity = emailIdentity(emailRequest, identifier)
  const options = { target, pendingSignIn, isConfirmed, extraCookies }
  const response = await completeSignIn(request, context, identity, options).catch(async (error: unknown) => {
    // If the database fails after the token is consumed, put the token back: the user made no error and can try again.
    if (error instanceof AdapterError)
      await Promise.resolve(tokenStore(context).createVerificationToken(row)).catch(() => null)
    throw error
  })
  const mails = await listAttempts(context, request.cookies, { kind: 'email', identifier })
  const others = mails.map(({ value }) => value)
  // The user is signed in, so the request does not fail.
  await consumeOthers(emailRequest, consumed, others).catch((error: Error) => context.config.logger.error(error))
  return { ...response, cookies: [...mails.map(({ clear }) => clear), ...(response.cookies ?? [])] }
}
