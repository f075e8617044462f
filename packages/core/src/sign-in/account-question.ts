import type { RequestInternal } from '../config/engine-types.ts'
import { isHostBound } from '../config/cookie-set.ts'
import { MINUTE } from '../base/time.ts'
import { isSessionAmbiguous } from '../sessions/session-cookie.ts'
import { redirectTo } from '../web/handler-response.ts'
import { pageTarget, type RedirectTarget } from '../web/redirect-target.ts'
import type { RequiredStep } from './pending-sign-in.ts'
import type { SignIn } from './sign-in-record.ts'

/** Whether a sibling domain may have injected the cookies of the session, or of the sign-in that a mail continues. */
const isUncertain = ({ request, context, identity }: SignIn): boolean =>
  isSessionAmbiguous(context, request.cookies) ||
  (identity.isEmailVerified === true && !isHostBound(context.cookies.pendingSignIn))

export const findAccountQuestion = async (signIn: SignIn) => {
  const { context, identity, currentUser, accountUser } = signIn
  const { linkTo, startedBy, isConfirmed } = signIn.options
  if (isConfirmed === true) return undefined
  const isSuspect = isUncertain(signIn)
  if (!isSuspect && (currentUser === null || linkTo !== undefined)) return undefined
  const { adapter } = context.config
  const isCurrent = (id: string | undefined): boolean => !isSuspect && id === currentUser?.userId
  if (adapter === undefined || !identity.facts.hasStoredUsers)
    return isCurrent(identity.user.id) ? undefined : { user: undefined, canSignIn: true, canConnect: false }
  // An attempt that another user began was injected, or the user signed in since. Neither requests a link.
  const canConnect = currentUser !== null && accountUser === null && startedBy === currentUser.userId
  const { decideSignIn } = await import('./decide-sign-in.ts')
  const decision = await decideSignIn(signIn, adapter)
  const canSignIn = decision.do !== 'refuse'
  const user = 'user' in decision ? decision.user : undefined
  const isDone = canSignIn ? decision.do !== 'create' && isCurrent(user?.id) : !canConnect
  return isDone ? undefined : { user, canSignIn, canConnect }
}

/** What the user can choose: an attacker can inject an attempt with an account of their own. */
export type AccountQuestion = NonNullable<Awaited<ReturnType<typeof findAccountQuestion>>>

/** What a question is about: the current user; empty if ambiguous cookies do not show which one. */
export const subjectOf = ({ currentUser }: Pick<SignIn, 'currentUser'>): string => currentUser?.userId ?? ''

export const chooseAccountPage = ({ base, origin }: Pick<RequestInternal, 'base' | 'origin'>): RedirectTarget =>
  pageTarget(`${base}/choose-account`, origin)

/** A sign-in that would replace the current user, or that an attacker may have begun: the user must choose. */
export const chooseAccount: RequiredStep = {
  name: 'choose-account',
  expiresIn: 15 * MINUTE,
  find: async (signIn) => ((await findAccountQuestion(signIn)) === undefined ? undefined : subjectOf(signIn)),
  start: async ({ request }) => redirectTo(chooseAccountPage(request)),
}
