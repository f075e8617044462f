import type { AuthContext } from '../config/engine-types.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { isEmailVerified } from '../store/rows.ts'
import type { WrittenUser } from './account-events.ts'
import { createUser, resumeSignUp } from './create-user.ts'
import { refusalError } from './decide-account.ts'
import type { AccountDecision } from './decide-account.ts'
import { verifiesEmail } from './identity.ts'
import type { Identity, StoredUser } from './identity.ts'
import { linkAccount, linkToUser } from './link-account.ts'
import { lockUnverified } from './unverified/lock-unverified.ts'
import { removeUnverified, verifyEmail } from './unverified/verify-email.ts'

/** The result of an account decision. */
export interface AppliedDecision extends WrittenUser {
  readonly isNewUser: boolean
  /** Whether the browser keeps the session that it has. */
  readonly keepsSession: boolean
  /** An existing user who got a sign-in method, as the user was before. */
  readonly addedTo?: StoredUser
}

/** Where a decision is carried out. */
interface Writing {
  readonly context: AuthContext
  /** The adapter, or the view of it in a transaction. */
  readonly adapter: BoundAdapter
  readonly isTransaction: boolean
}

const signInAs = async (
  { context, adapter, isTransaction }: Writing,
  identity: Identity,
  user: StoredUser,
): Promise<WrittenUser> => {
  // An account that signs in at this moment stays when the address of its user is verified.
  const keep = identity.facts.hasAccounts ? identity.account : undefined
  if (verifiesEmail(identity)) return verifyEmail(context, adapter, identity, user, keep)
  // A session in a cookie carries a claim instead (`sessions/unverified-session.ts`).
  if (isTransaction && context.config.session.strategy === 'database') await lockUnverified(adapter, identity, user)
  return { user, events: [] }
}

/**
 * Add an account to the user with the same address. If the provider verifies an address that was unverified until now, what was
 * attached to the user before is removed, as when the user opens a mail to the address.
 */
const linkByEmail = async (
  { context, adapter, isTransaction }: Writing,
  identity: Identity,
  user: StoredUser,
): Promise<WrittenUser> => {
  if (identity.emailVerified !== true || isEmailVerified(user)) {
    if (isTransaction) await lockUnverified(adapter, identity, user)
    return { user, events: await linkAccount(adapter, identity, user) }
  }
  const verified =
    adapter.updateUser === undefined
      ? { user, events: await removeUnverified(context, adapter, user) }
      : await verifyEmail(context, adapter, identity, user)
  const linked = await linkAccount(adapter, identity, verified.user)
  return { user: verified.user, events: [...verified.events, ...linked] }
}

/** Carry out a decision. Throws if the decision is a refusal. */
export const applyDecision = async (
  writing: Writing,
  identity: Identity,
  decision: AccountDecision,
): Promise<AppliedDecision> => {
  const { context, adapter, isTransaction } = writing
  const signedIn = { isNewUser: false, keepsSession: false }
  switch (decision.do) {
    case 'signIn':
      return { ...signedIn, ...(await signInAs(writing, identity, decision.user)) }
    case 'keep':
      return { ...signedIn, user: decision.user, keepsSession: true, events: [] }
    case 'link': {
      const { user, events } = await linkToUser(adapter, identity, decision, isTransaction)
      return { ...signedIn, user, events, keepsSession: true, addedTo: user }
    }
    case 'linkByEmail':
      return { ...signedIn, ...(await linkByEmail(writing, identity, decision.user)), addedTo: decision.user }
    case 'resume':
      if (isTransaction) await lockUnverified(adapter, identity, decision.user)
      return { ...signedIn, isNewUser: true, ...(await resumeSignUp(adapter, identity, decision.user)) }
    case 'create':
      return { ...signedIn, isNewUser: true, ...(await createUser(context, adapter, identity)) }
    case 'refuse':
      throw refusalError(identity, decision.reason)
  }
}
