import type { CurrentUser, RequestInternal } from '../config/engine-types.ts'
import { isHostBound } from '../config/cookie-set.ts'
import type { StoredUser } from '../accounts/decide-account.ts'
import { MINUTE } from '../base/time.ts'
import { isSessionAmbiguous } from '../sessions/session-cookie.ts'
import { redirectTo } from '../web/handler-response.ts'
import { pageTarget, type RedirectTarget } from '../web/redirect-target.ts'
import type { RequiredStep } from './pending-sign-in.ts'
import { decideSignIn, type SignIn } from './sign-in-record.ts'

/** A sign-in that the user may not have begun, or that would replace the current user. What the user can choose instead. */
export interface AccountQuestion {
  /** `null`: no user is signed in, or ambiguous cookies do not show which one. */
  readonly currentUser: CurrentUser | null
  readonly user: StoredUser | undefined
  readonly canSignIn: boolean
  readonly canConnect: boolean
}

/** Whether a sibling domain may have injected the cookies of the session, or of the sign-in that a mail continues. */
const isUncertain = ({ request, context, identity }: SignIn): boolean =>
  isSessionAmbiguous(context, request.cookies) ||
  (identity.isEmailVerified === true && !isHostBound(context.cookies.pendingSignIn))

/** The question that a sign-in requires, if any: an attacker can inject an attempt with an account of their own. */
export const findAccountQuestion = async (signIn: SignIn): Promise<AccountQuestion | undefined> => {
  const { context, identity, currentUser, accountUser } = signIn
  const { linkTo, startedBy, isConfirmed } = signIn.options
  if (isConfirmed === true) return undefined
  const isSuspect = isUncertain(signIn)
  if (!isSuspect && (currentUser === null || linkTo !== undefined)) return undefined
  const { adapter } = context.config
  const isCurrent = (id: string | undefined): boolean => !isSuspect && id === currentUser?.userId
  const canSignIn = { currentUser, user: undefined, canSignIn: true, canConnect: false }
  if (adapter === undefined || !identity.facts.hasStoredUsers)
    return isCurrent(identity.user.id) ? undefined : canSignIn
  // An attempt that another user began was injected, or the user signed in since. Neither requests a link.
  const canConnect = currentUser !== null && accountUser === null && startedBy === currentUser.userId
  const decision = await decideSignIn(signIn, adapter)
  if (decision.do === 'create') return { ...canSignIn, canConnect }
  if (decision.do === 'refuse') return canConnect ? { ...canSignIn, canSignIn: false, canConnect } : undefined
  const user = 'user' in decision ? decision.user : undefined
  return isCurrent(user?.id) ? undefined : { ...canSignIn, user, canConnect }
}

export const subjectOf = ({ currentUser }: Pick<AccountQuestion, 'currentUser'>): string => currentUser?.userId ?? ''

export const chooseAccountPage = ({ base, origin }: Pick<RequestInternal, 'base' | 'origin'>): RedirectTarget =>
  pageTarget(`${base}/choose-account`, origin)

/** A sign-in that would replace the session of the current user, or that an attacker may have begun: the user must choose. */
export const chooseAccount: RequiredStep = {
  name: 'choose-account',
  expiresIn: 15 * MINUTE,
  find: async (signIn) => {
    const question = await findAccountQuestion(signIn)
    return question && subjectOf(question)
  },
  start: async ({ request }) => redirectTo(chooseAccountPage(request)),
}
