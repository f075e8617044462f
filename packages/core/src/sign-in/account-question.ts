import type { CurrentUser, RequestInternal } from '../config/engine-types.ts'
import { gatherAccountFacts } from '../accounts/account-facts.ts'
import { decideAccount, type StoredUser } from '../accounts/decide-account.ts'
import { MINUTE } from '../base/time.ts'
import { redirectTo } from '../web/handler-response.ts'
import { pageTarget, type RedirectTarget } from '../web/redirect-target.ts'
import type { RequiredStep } from './pending-sign-in.ts'
import type { SignIn } from './sign-in-record.ts'

/** A sign-in that would end in a session of another user than the current one. What the user can choose instead of staying. */
export interface AccountQuestion {
  readonly currentUser: CurrentUser
  /** The stored user of the account, if there is one. */
  readonly user: StoredUser | undefined
  readonly canSignIn: boolean
  /** Whether the account can be linked to the current user. */
  readonly canConnect: boolean
}

/**
 * The question that a sign-in at another site requires, if any. The user may not know which account they return with, and an
 * attacker can inject an attempt with an account of their own. On pages of this application the user says who they are.
 */
export const findAccountQuestion = async (signIn: SignIn): Promise<AccountQuestion | undefined> => {
  const { context, identity, currentUser, accountUser } = signIn
  const { linkTo, startedBy, isConfirmed } = signIn.options
  const isAsked = identity.facts.leavesSite && linkTo === undefined && isConfirmed !== true
  if (currentUser === null || !isAsked) return undefined
  const { adapter } = context.config
  const canSignIn = { currentUser, user: undefined, canSignIn: true, canConnect: false }
  if (adapter === undefined) return identity.user.id === currentUser.userId ? undefined : canSignIn
  // An attempt that another user began was injected, or the user signed in since. Neither requests a link.
  const canConnect = accountUser === null && startedBy === currentUser.userId
  const decision = decideAccount(await gatherAccountFacts(signIn, adapter))
  if (decision.do === 'create') return { ...canSignIn, canConnect }
  if (decision.do === 'refuse') return canConnect ? { ...canSignIn, canSignIn: false, canConnect } : undefined
  const user = 'user' in decision ? decision.user : undefined
  return user?.id === currentUser.userId ? undefined : { ...canSignIn, user, canConnect }
}

/** The page with the question. */
export const chooseAccountPage = ({ base, origin }: Pick<RequestInternal, 'base' | 'origin'>): RedirectTarget =>
  pageTarget(`${base}/choose-account`, origin)

/** A sign-in at another site that would replace the session of the current user: the user must choose an account. */
export const chooseAccount: RequiredStep = {
  name: 'choose-account',
  expiresIn: 15 * MINUTE,
  find: async (signIn) => (await findAccountQuestion(signIn))?.currentUser.userId,
  start: async ({ request }) => redirectTo(chooseAccountPage(request)),
}
