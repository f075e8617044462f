import { defined } from '../base/record.ts'
import type { AppliedDecision } from '../accounts/apply-decision.ts'
import { findAccountUser, findEmailUser } from '../accounts/account-facts.ts'
import { hasAccounts } from '../accounts/identity.ts'
import type { Identity, StoredUser } from '../accounts/identity.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { AuthContext } from '../config/auth-context.ts'
import type { NewSession } from '../sessions/session-types.ts'
import type { Account, User } from '../types/user.ts'

/** The users of the database that a sign-in may concern. */
export interface ExistingUsers {
  readonly accountUser: StoredUser | null
  readonly emailUser?: StoredUser | null
}

/** Look up whom a sign-in concerns: by account, or by address where there are no accounts. */
export const findExistingUser = async (
  adapter: BoundAdapter | undefined,
  identity: Identity,
): Promise<ExistingUsers> => {
  if (adapter === undefined || identity.method === 'credentials') return { accountUser: null }
  if (hasAccounts(identity)) return { accountUser: await findAccountUser(adapter, identity) }
  return { accountUser: null, emailUser: await findEmailUser(adapter, identity.user.email) }
}

/** The user and the account that the owner is told of: those of the database where there are any. */
export const signInSubject = (
  identity: Identity,
  { accountUser, emailUser }: ExistingUsers,
): { user: User; account: Account } => {
  const user = accountUser ?? emailUser ?? identity.user
  const { account } = identity
  return { user, account: account.userId === undefined ? account : { ...account, userId: String(user.id) } }
}

/** What the session strategy and the owner are told of a sign-in. */
export const signInEvent = (
  context: AuthContext,
  identity: Identity,
  { user, isNewUser }: AppliedDecision,
): NewSession => {
  const { account } = signInSubject(identity, { accountUser: user })
  const isUncertain = context.config.adapter === undefined && identity.method !== 'credentials'
  return defined({ user, account, profile: identity.profile, isNewUser: isUncertain ? undefined : isNewUser })
}
