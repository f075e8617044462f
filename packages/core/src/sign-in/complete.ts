import type { AfterSignIn, AuthContext, RequestInternal } from '../config/engine-types.ts'
import type { AppliedDecision } from '../accounts/apply-decision.ts'
import { type Identity, verifiesEmail } from '../accounts/decide-account.ts'
import { markAuthenticated } from '../attempts/reauthentication.ts'
import { defined } from '../base/json.ts'
import { DAY } from '../base/time.ts'
import { AuthError, causeOf } from '../errors/auth-error.ts'
import { AccessDenied } from '../errors/error-classes.ts'
import { approveTarget, clearTarget } from '../forms/callback-url.ts'
import { clearCsrf } from '../forms/page-data.ts'
import { replaceToken } from '../sessions/database-strategy.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import type { CallbacksOptions } from '../types/auth-config.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie } from '../web/cookies.ts'
import { redirectTo, type HandlerResponse } from '../web/handler-response.ts'
import { pageTarget, type RedirectTarget } from '../web/redirect-target.ts'
import { chooseAccountPage } from './account-question.ts'
import { resumeSignIn, startNextStep } from './next-step.ts'
import { pendingSignIns } from './pending-sign-in.ts'
import { persistSignIn } from './persist.ts'
import {
  callbackSubject,
  callbackUser,
  findExistingUsers,
  toNewSession,
  type SignIn,
  type CompletionOptions,
} from './sign-in-record.ts'

/** Call the `signIn` callback. Throws `AccessDenied` if it refuses. Returns the target if it redirects the user instead. */
export const callSignInCallback = async (
  context: AuthContext,
  origin: string,
  params: Parameters<CallbacksOptions['signIn']>[0],
): Promise<RedirectTarget | undefined> => {
  let allowed: unknown = true
  try {
    const { callbacks } = context.config
    if (callbacks.signIn !== undefined) allowed = await callbacks.signIn(params)
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new AccessDenied(error instanceof Error ? error.message : 'The signIn callback threw', causeOf(error))
  }
  if (typeof allowed === 'string') return approveTarget(context, origin, allowed)
  // In this interface any truthy value allows the sign-in.
  if (!allowed) throw new AccessDenied('The signIn callback refused')
  return undefined
}

/** Record the authentication, and run what the configured methods do after a sign-in, such as asking about a passkey. */
const runAfterSignIn = async (
  { request, context, identity, options }: SignIn,
  { user, isNewUser, continuesSession }: AppliedDecision,
): Promise<AfterSignIn> => {
  let { target } = options
  let pageBefore: AfterSignIn['pageBefore']
  // Linking an account proves that the user has the account, not that the session belongs to the user.
  if (continuesSession) return { cookies: [], target }
  const cookies = [...(await markAuthenticated(context, request.cookies, String(user.id)))]
  const verifiedEmail = verifiesEmail(identity) ? (identity.user.email ?? undefined) : undefined
  for (const method of new Set(context.config.providers.all.map((provider) => provider.method))) {
    const after = await method.afterSignIn?.(request, context, { user, isNewUser, verifiedEmail, target })
    if (after === undefined) continue
    cookies.push(...after.cookies)
    target = after.target
    pageBefore = after.pageBefore
  }
  return { cookies, target, pageBefore }
}

/** The cookie that tells the sign-in page for a year which provider was used last; none if the browser already has it. */
const rememberProvider = ({ request, context, identity, options }: SignIn): readonly Cookie[] => {
  const { name, options: attributes } = context.cookies.lastProvider
  const { provider } = identity.account
  const isRemembered = options.linkTo !== undefined || findCookie(request.cookies, name) === provider
  if (!context.config.rememberProvider || isRemembered) return []
  return [{ name, value: provider, options: { maxAge: 365 * DAY, ...attributes } }]
}

/** Write the sign-in, emit its events, set its cookies and redirect. */
const finish = async (signIn: SignIn): Promise<HandlerResponse> => {
  const { request, context, options, currentUser } = signIn
  const { applied, cookies: issued } = await persistSignIn(signIn)
  const previous = currentUser?.token
  const cookies =
    previous === undefined ? issued : await replaceToken(context, previous, issued, applied.continuesSession)
  await context.config.emit('signIn', toNewSession(signIn, applied))
  const extra = (await options.extraCookies?.(applied.user)) ?? []
  const after = await runAfterSignIn(signIn, applied)
  const { newUser } = context.config.pages
  // A user who had to authenticate again returns to the question, which needs the pending sign-in.
  const isAsked = options.target === chooseAccountPage(request)
  const target =
    applied.isNewUser && newUser !== undefined
      ? pageTarget(newUser, request.origin, { callbackUrl: after.target })
      : after.target
  return redirectTo(after.pageBefore?.(target) ?? target, [
    ...cookies,
    ...extra,
    ...after.cookies,
    ...rememberProvider(signIn),
    ...clearTarget(request, context),
    ...clearCsrf(request, context),
    ...(isAsked ? [] : pendingSignIns.clear(context, request.cookies)),
  ])
}

/** What is known about a sign-in now: the users of the database, and the current user. */
export const toSignIn = async (
  request: RequestInternal,
  context: AuthContext,
  { identity, options }: Pick<SignIn, 'identity' | 'options'>,
  existing?: Awaited<ReturnType<typeof findExistingUsers>>,
): Promise<SignIn> => {
  const users = existing ?? (await findExistingUsers(context, identity))
  // A user without a row who has just typed a password needs no account, and a session in a cookie is just replaced.
  const isOwn = !identity.facts.hasStoredUsers && options.isConfirmed === true
  const isReplaced = isOwn && context.config.session.strategy === 'jwt'
  // A user whom the database does not have is signed in as well.
  const currentUser = isReplaced ? null : await sessionsOf(context).findCurrentUser(context, request.cookies)
  return { request, context, identity, options, currentUser, ...users }
}

/** Start the next step that the sign-in requires, or finish it. */
export const continueSignIn = async (signIn: SignIn): Promise<HandlerResponse> =>
  (await startNextStep(signIn)) ?? finish(signIn)

/** Complete a sign-in of any method: call the `signIn` callback, then start the next required step or finish. */
export const completeSignIn = async (
  request: RequestInternal,
  context: AuthContext,
  verified: Identity,
  requested: CompletionOptions,
): Promise<HandlerResponse> => {
  const resumed = await resumeSignIn(request, context, requested)
  if (resumed !== undefined) return continueSignIn(await toSignIn(request, context, resumed))
  const existing = await findExistingUsers(context, verified)
  const { profile, credentials } = verified
  const { user, account } = callbackSubject(verified, existing)
  const subject = callbackUser({ context, identity: verified }, user)
  const params = defined({ user: subject, account, profile, credentials })
  const redirect = await callSignInCallback(context, request.origin, params)
  if (redirect !== undefined) return redirectTo(redirect)
  return continueSignIn(await toSignIn(request, context, { identity: verified, options: requested }, existing))
}
