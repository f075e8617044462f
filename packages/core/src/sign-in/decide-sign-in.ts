import { findEmailUser } from '../accounts/find-users.ts'
import { decideAccount, emailOf, type AccountDecision, type StoredUser } from '../accounts/decide-account.ts'
import { isInterruptedSignUp } from '../accounts/interrupted-sign-up.ts'
import type { AuthContext } from '../config/engine-types.ts'
import { isClaimed } from '../config/imported-users.ts'
import { signsInByMail } from '../config/unverified-email.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { SignIn } from './sign-in-record.ts'

/** Where mails are sent, the owner of the mailbox signs in by a mail instead. */
const mayTakeAddress = (context: AuthContext, adapter: BoundAdapter, user: StoredUser | null): boolean =>
  user !== null &&
  (user.email ?? '') !== '' &&
  isClaimed(context, user) &&
  adapter.updateUser !== undefined &&
  !signsInByMail(context.config.providers.all)

/** Decide which user signs in, and what happens to accounts. The adapter is asked only for what the decision needs. */
export const decideSignIn = async (
  { context, identity, options: { linkTo, mayLink = false }, currentUser, accountUser, emailUser: found }: SignIn,
  adapter: BoundAdapter,
): Promise<AccountDecision> => {
  const { facts, authenticator, emailVerified, allowDangerousEmailAccountLinking = false } = identity
  const isByAccount = facts.hasAccounts && (linkTo !== undefined || accountUser !== null)
  const emailUser = isByAccount ? null : found === undefined ? await findEmailUser(adapter, emailOf(identity)) : found
  const decision = decideAccount({
    isByEmail: facts.verifiesEmail === 'itself',
    linkTo,
    mayLink,
    currentUserId: currentUser?.userId,
    wasUnverified: currentUser?.user !== undefined && isClaimed(context, currentUser.user),
    accountUser,
    emailUser,
    emailVerified,
    allowDangerousEmailAccountLinking,
    isRegistration: authenticator !== undefined,
    mayTakeAddress: mayTakeAddress(context, adapter, emailUser),
    isInterrupted: await isInterruptedSignUp(context, adapter, identity, emailUser),
  })
  context.runtime.trace?.('account', {
    decision: decision.do,
    ...('reason' in decision && { reason: decision.reason }),
    hasUserOfAccount: accountUser !== null,
    hasUserOfAddress: emailUser !== null,
    isSignedIn: currentUser !== null,
    emailVerified,
  })
  return decision
}
