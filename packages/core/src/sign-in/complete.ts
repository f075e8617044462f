import type { AfterSignIn, AuthContext, RequestInternal } from '../config/engine-types.ts'
import type { AppliedDecision } from '../accounts/apply-decision.ts'
import type { Identity, StoredUser } from '../accounts/identity.ts'
import { provesEmail } from '../accounts/identity.ts'
import { verifyEmail } from '../accounts/unverified/verify-email.ts'
import { pendingSignIns } from './pending-sign-in.ts'
import { markAuthenticated } from '../attempts/reauthentication.ts'
import { defined } from '../base/record.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { AccessDenied, AdapterError, authError } from '../errors/error-classes.ts'
import { approveTarget, clearTarget } from '../forms/callback-url.ts'
import { clearCsrf } from '../forms/form-token.ts'
import { accountChangeOf, announce } from '../notifications/announce.ts'
import { findCurrentUser } from '../sessions/current-user.ts'
import { findUser, isEmailVerified } from '../store/rows.ts'
import type { Cookie } from '../types/http.ts'
import type { User } from '../types/user.ts'
import { redirectTo } from '../web/handler-response.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import { pageTarget } from '../web/redirect-target.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import { rememberProvider } from './last-provider.ts'
import { resumeSignIn, startNextStep } from './next-step.ts'
import { checkAfterWrite, issueSession, persistSignIn } from './persist.ts'
import { callbackSubject, findExistingUsers, toNewSession } from './sign-in.ts'
import type { SignIn, SignInOptions } from './sign-in.ts'

/** Call the `signIn` callback. Throws `AccessDenied`, or returns where the application redirects the user instead. */
export const callSignInCallback = async (
  context: AuthContext,
  origin: string,
  params: Parameters<AuthContext['config']['callbacks']['signIn']>[0],
): Promise<RedirectTarget | undefined> => {
  let allowed: unknown
  try {
    allowed = await context.config.callbacks.signIn(params)
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new AccessDenied(error instanceof Error ? error.message : 'The signIn callback threw', causeOf(error))
  }
  if (typeof allowed === 'string') return approveTarget(context, origin, allowed)
  // Callbacks written for this interface expect that any truthy value allows the sign-in.
  if (!allowed) throw new AccessDenied('The signIn callback refused')
  return undefined
}

const unchanged = (user: User): AppliedDecision => ({
  user: user as StoredUser,
  isNewUser: false,
  keepsSession: false,
  events: [],
})

/** A user of the application's own. A database session needs the row of that user in the adapter. */
const findOwnUser = async ({ context, identity }: SignIn): Promise<AppliedDecision> => {
  const { adapter, session } = context.config
  if (adapter === undefined || (session.strategy === 'jwt' && !provesEmail(identity))) return unchanged(identity.user)
  const user = await findUser(adapter, String(identity.user.id))
  if (user !== null && provesEmail(identity) && !isEmailVerified(user))
    return { ...unchanged(user), ...(await verifyEmail(context, adapter, identity, user)) }
  if (user !== null || session.strategy === 'jwt') return unchanged(user ?? identity.user)
  const message = 'authorize returned an id that is not the id of a user in the database'
  throw authError('UnsupportedStrategy', message, { provider: identity.account.provider })
}

interface Written {
  readonly applied: AppliedDecision
  readonly cookies: readonly Cookie[]
}

/** Write user, account and session, then emit the events and notify the user. */
const persist = async (signIn: SignIn): Promise<Written> => {
  const { request, context, identity } = signIn
  const { adapter } = context.config
  if (adapter === undefined || !identity.facts.hasStoredUsers) {
    const applied = identity.facts.hasStoredUsers ? unchanged(identity.user) : await findOwnUser(signIn)
    await announce(request, context, applied.events, undefined)
    return { applied, cookies: await issueSession(signIn, applied) }
  }
  const { applied, cookies: issued } = await persistSignIn(signIn, adapter)
  const { addedTo } = applied
  const change =
    identity.authenticator === undefined
      ? accountChangeOf(context, 'linked', identity.account.provider)
      : ({ kind: 'passkeyAdded' } as const)
  await announce(request, context, applied.events, addedTo && { user: addedTo, change })
  const cookies = issued ?? (await issueSession(signIn, applied))
  if (adapter.transaction === undefined) await checkAfterWrite(signIn, adapter, applied, cookies)
  return { applied, cookies }
}

/** End the database session that the browser had before. The new session stands, so a failure is only logged. */
const endPreviousSession = async ({ context, currentUser }: SignIn, applied: AppliedDecision): Promise<void> => {
  if (applied.keepsSession || currentUser?.token === undefined) return
  try {
    await context.config.adapter?.deleteSession?.(currentUser.token)
  } catch (error) {
    context.config.logger.error(error instanceof Error ? error : new AdapterError('deleteSession failed'))
  }
}

/** What the methods of the config add to a completed sign-in: recent authentication, and a passkey that waited for it. */
const runAfterSignIn = async (
  { request, context, identity, options }: SignIn,
  { user, isNewUser, keepsSession, events }: AppliedDecision,
): Promise<AfterSignIn> => {
  let { target } = options
  // Linking an account proves that the user has the account, not that the session belongs to the user.
  if (keepsSession && events.length > 0) return { cookies: [], target }
  const cookies = [...(await markAuthenticated(context, request.cookies, String(user.id)))]
  const verifiedEmail = provesEmail(identity) ? (identity.user.email ?? undefined) : undefined
  for (const method of new Set(context.config.providers.all.map((provider) => provider.method))) {
    const after = await method.afterSignIn?.(request, context, { user, isNewUser, verifiedEmail, target })
    if (after === undefined) continue
    cookies.push(...after.cookies)
    target = after.target
  }
  return { cookies, target }
}

const finalTarget = ({ request, context }: SignIn, applied: AppliedDecision, target: RedirectTarget) => {
  const { newUser } = context.config.pages
  return applied.isNewUser && newUser !== undefined
    ? pageTarget(newUser, request.origin, { callbackUrl: target })
    : target
}

/** The last part of a sign-in: write, emit events, set cookies, redirect. */
const finish = async (signIn: SignIn): Promise<HandlerResponse> => {
  const { request, context, identity, options } = signIn
  const { applied, cookies } = await persist(signIn)
  await endPreviousSession(signIn, applied)
  await context.config.emit('signIn', toNewSession(signIn, applied))
  const extra = (await options.extraCookies?.(applied.user)) ?? []
  const after = await runAfterSignIn(signIn, applied)
  const { provider } = identity.account
  return redirectTo(finalTarget(signIn, applied, after.target), [
    ...cookies,
    ...extra,
    ...after.cookies,
    ...(options.linkTo === undefined ? rememberProvider(request, context, provider) : []),
    ...clearTarget(request, context),
    ...clearCsrf(request, context),
    ...pendingSignIns.clear(context, request.cookies),
  ])
}

/**
 * The one tail of every method. It calls the `signIn` callback, starts the next step that is still required, or else writes
 * the sign-in, emits its events and redirects to the target.
 */
export const completeSignIn = async (
  request: RequestInternal,
  context: AuthContext,
  verified: Identity,
  requested: SignInOptions,
): Promise<HandlerResponse> => {
  const resumed = await resumeSignIn(request, context, requested)
  const { identity, options } = resumed ?? { identity: verified, options: requested }
  const existing = await findExistingUsers(context, identity)
  if (resumed === undefined) {
    const { profile, credentials } = identity
    const params = defined({ ...callbackSubject(identity, existing), profile, credentials })
    const redirect = await callSignInCallback(context, request.origin, params)
    if (redirect !== undefined) return redirectTo(redirect)
  }
  // Sessions in cookies end by being replaced. For users of the application's own there is nothing else to compare.
  const isReplaced = !identity.facts.hasStoredUsers && context.config.session.strategy === 'jwt'
  const currentUser = isReplaced ? null : await findCurrentUser(context, request.cookies)
  const signIn: SignIn = { request, context, identity, options, currentUser, ...existing }
  return (await startNextStep(signIn)) ?? finish(signIn)
}
