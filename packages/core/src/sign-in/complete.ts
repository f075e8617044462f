import { defined } from '../base/record.ts'
import type { AppliedDecision } from '../accounts/apply-decision.ts'
import type { Identity } from '../accounts/identity.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { causeOf } from '../errors/cause-of.ts'
import { AuthError } from '../errors/auth-error.ts'
import { AccessDenied, AdapterError } from '../errors/error-classes.ts'
import type { CurrentUser } from '../sessions/session-types.ts'
import type { Cookie } from '../types/http.ts'
import type { User } from '../types/user.ts'
import { redirectTo } from '../web/handler-response.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { RequestInternal } from '../config/handler.ts'
import { pageTarget } from '../web/redirect-target.ts'
import type { RedirectTarget } from '../web/redirect-target.ts'
import { afterSignIn } from './after-sign-in.ts'
import { findCurrentUser } from '../sessions/current-user.ts'
import { signInSubject, signInEvent, findExistingUser } from './existing-user.ts'
import { rememberProvider } from './last-provider.ts'
import { persistSignIn } from './persist.ts'
import { clearCsrf } from '../forms/csrf.ts'
import { approveTarget, clearTarget } from '../forms/callback-url.ts'

/** How a sign-in that was proven goes on. */
export interface Continuation {
  readonly target: RedirectTarget
  /** The user who asked, while signed in, to link this account. */
  readonly linkTo?: string | undefined
  /** Whether that user had signed in recently when they asked. @default false */
  readonly mayLink?: boolean | undefined
  /** Cookies of the method's own, made when it is known who signed in. */
  readonly extraCookies?: (user: User) => Promise<readonly Cookie[]>
}

/** Ask the owner. Throws `AccessDenied`, or answers where the owner sends this person instead. */
export const callSignInCallback = async (
  context: AuthContext,
  origin: string,
  params: Parameters<AuthContext['config']['callbacks']['signIn']>[0],
): Promise<RedirectTarget | undefined> => {
  let response: unknown
  try {
    response = await context.config.callbacks.signIn(params)
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new AccessDenied(error instanceof Error ? error.message : 'The signIn callback threw', causeOf(error))
  }
  if (typeof response === 'string') return approveTarget(context, origin, response)
  // Whatever is true enough lets in, as callbacks written for this interface expect.
  if (!response) throw new AccessDenied('The signIn callback refused')
  return undefined
}

/** The session that this browser had before, of a user who has left it. The new one stands, so a failure is only told. */
const endFormer = async (
  context: AuthContext,
  currentUser: CurrentUser | null,
  applied: AppliedDecision,
): Promise<void> => {
  if (applied.keepsSession || currentUser?.token === undefined) return
  try {
    await context.config.adapter?.deleteSession?.(currentUser.token)
  } catch (error) {
    context.config.logger.error(error instanceof Error ? error : new AdapterError('deleteSession failed'))
  }
}

const findHolder = async (
  request: RequestInternal,
  context: AuthContext,
  identity: Identity,
): Promise<CurrentUser | null> =>
  identity.method === 'credentials' && context.config.session.strategy === 'jwt'
    ? null
    : findCurrentUser(context, request.cookies)

const whereTo = (
  request: RequestInternal,
  context: AuthContext,
  applied: AppliedDecision,
  target: RedirectTarget,
): RedirectTarget => {
  const { newUser } = context.config.pages
  return applied.isNewUser && newUser !== undefined
    ? pageTarget(newUser, request.origin, { callbackUrl: target })
    : target
}

/** The one tail of every method: the owner's word, the account, the session, the events, and where to go. */
export const completeSignIn = async (
  request: RequestInternal,
  context: AuthContext,
  identity: Identity,
  course: Continuation,
): Promise<HandlerResponse> => {
  const known = await findExistingUser(context.config.adapter, identity)
  const { profile, credentials } = identity
  const { user, account } = signInSubject(identity, known)
  const elsewhere = await callSignInCallback(context, request.origin, defined({ user, account, profile, credentials }))
  if (elsewhere !== undefined) return redirectTo(elsewhere)
  const currentUser = await findHolder(request, context, identity)
  const { linkTo, mayLink = false } = course
  const { applied, cookies } = await persistSignIn(request, context, identity, {
    ...known,
    currentUser,
    linkTo,
    mayLink,
  })
  await endFormer(context, currentUser, applied)
  await context.config.emit('signIn', signInEvent(context, identity, applied))
  const beside = (await course.extraCookies?.(applied.user)) ?? []
  const { provider } = identity.account
  const remember = linkTo === undefined ? rememberProvider(request, context, provider) : []
  const after = await afterSignIn(request, context, identity, applied, course.target)
  const own = [...beside, ...after.cookies]
  const done = [...cookies, ...own, ...remember, ...clearTarget(request, context), ...clearCsrf(request, context)]
  return redirectTo(whereTo(request, context, applied, after.target), done)
}
