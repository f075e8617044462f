import type { BoundAdapter } from '../store/bind-adapter.ts'
import { isEmailVerified } from '../store/rows.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { lockUnverified } from './unverified/lock-unverified.ts'
import { createUser, resumeSignUp } from './create-user.ts'
import type { AccountDecision } from './decide-account.ts'
import type { Identity, StoredUser } from './identity.ts'
import { linkToUser } from './link-to-user.ts'
import { linkAccount } from './link-account.ts'
import type { AccountEvent } from './account-events.ts'
import { verifyEmail } from './unverified/verify-email.ts'
import { refusalError } from './refusal.ts'
import { removeUnverified } from './unverified/remove-unverified.ts'

/** What came of carrying a verdict out. */
export interface AppliedDecision {
  readonly user: StoredUser
  readonly isNewUser: boolean
  /** Whether the session that the browser has goes on. */
  readonly keepsSession: boolean
  readonly events: readonly AccountEvent[]
  /** Who had an account already and got a way in added, as they were before. */
  readonly addedTo?: StoredUser
}

/**
 * Add an account to the user with its address. Where the provider proves an address that was only claimed until now, whoever
 * claimed it loses what they attached, as when its owner opens a mail.
 */
const joinUser = async (
  context: AuthContext,
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser,
  isTransaction: boolean,
): Promise<AppliedDecision> => {
  const entered = { isNewUser: false, keepsSession: false, addedTo: user }
  if (identity.emailVerified !== true || isEmailVerified(user)) {
    if (isTransaction) await lockUnverified(adapter, identity, user)
    return { ...entered, user, events: await linkAccount(adapter, identity, user) }
  }
  if (adapter.updateUser === undefined) {
    const removed = await removeUnverified(context, adapter, user)
    return { ...entered, user, events: [...removed, ...(await linkAccount(adapter, identity, user))] }
  }
  const proven = await verifyEmail(context, adapter, identity, user)
  return {
    ...entered,
    user: proven.user,
    events: [...proven.events, ...(await linkAccount(adapter, identity, proven.user))],
  }
}

const addTo = ({ user, events }: Awaited<ReturnType<typeof linkToUser>>): AppliedDecision => ({
  user,
  events,
  isNewUser: false,
  keepsSession: true,
  addedTo: user,
})

/**
 * Carry a verdict out. Throws when it is a refusal: `OAuthAccountNotLinked`, for passkeys `AccountNotLinked`, and
 * `ReauthenticationRequired` when signing in again helps.
 */
export const applyDecision = async (
  context: AuthContext,
  adapter: BoundAdapter,
  identity: Identity,
  decision: AccountDecision,
  isTransaction: boolean,
): Promise<AppliedDecision> => {
  const entered = { isNewUser: false, keepsSession: false, events: [] }
  switch (decision.do) {
    case 'signIn':
      if (identity.method === 'email') {
        return { ...entered, ...(await verifyEmail(context, adapter, identity, decision.user)) }
      }
      // A session in a cookie says itself that nobody had proven the address.
      if (isTransaction && context.config.session.strategy === 'database')
        await lockUnverified(adapter, identity, decision.user)
      return { ...entered, user: decision.user }
    case 'keep':
      return { ...entered, user: decision.user, keepsSession: true }
    case 'link':
      return addTo(await linkToUser(adapter, identity, decision, isTransaction))
    case 'linkByEmail':
      return joinUser(context, adapter, identity, decision.user, isTransaction)
    case 'resume':
      if (isTransaction) await lockUnverified(adapter, identity, decision.user)
      return { ...entered, isNewUser: true, ...(await resumeSignUp(adapter, identity, decision.user)) }
    case 'create':
      return { ...entered, isNewUser: true, ...(await createUser(context, adapter, identity)) }
    case 'refuse':
      throw refusalError(identity, decision.reason)
  }
}
