import type { AppliedDecision } from '../accounts/apply-decision.ts'
import type { StoredUser } from '../accounts/decide-account.ts'
import { sessionsOf } from '../sessions/strategy.ts'
import type { Cookie, User } from '../types/index.ts'
import { callbackUser, toNewSession, type SignIn } from './sign-in-record.ts'

/** A sign-in whose session is issued, and the cookies of the session. */
export interface PersistedSignIn {
  readonly applied: AppliedDecision
  readonly cookies: readonly Cookie[]
}

/** What a sign-in that writes no user and no account leads to. */
export const unchanged = (user: User): AppliedDecision => {
  return { user: user as StoredUser, isNewUser: false, continuesSession: false, addedTo: undefined, events: [] }
}

/** Whether the user was found by an account, which may be removed meanwhile. A new account has just been written. */
export const isFoundByAccount = ({ context, identity }: SignIn, { isNewUser, addedTo }: AppliedDecision): boolean =>
  // A session in a cookie has a claim for this instead (`sessions/token-user.ts`).
  context.config.session.strategy === 'database' && !isNewUser && addedTo === undefined && identity.facts.hasAccounts

/** Issue the session of a sign-in. A session that continues gets a new token too, and keeps the time of its sign-in. */
export const issueSession = async (
  signIn: SignIn,
  applied: AppliedDecision,
  adapter = signIn.context.config.adapter,
) => {
  const { context, request, currentUser } = signIn
  const continues = (applied.continuesSession ? currentUser : null) ?? undefined
  const needsAccount = adapter?.createSessionOfAccount !== undefined && isFoundByAccount(signIn, applied)
  const added = { callbackUser: callbackUser(signIn, applied.user), continues, needsAccount }
  const newSession = { ...toNewSession(signIn, applied), ...added }
  return { cookies: await sessionsOf(context).issue(context, request, newSession, adapter), needsAccount }
}
