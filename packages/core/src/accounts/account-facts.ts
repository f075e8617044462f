import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import { signsInByMail } from '../config/unverified-email.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { readUser } from '../store/rows.ts'
import { foldCase } from '../web/mail-address.ts'
import { isClaimed } from '../config/imported-users.ts'
import { emailOf, type AccountFacts, type Identity, type StoredUser } from './decide-account.ts'
import { isInterruptedSignUp } from './interrupted-sign-up.ts'

/** The user of an account, or `null`. */
export const findAccountUser = async (adapter: BoundAdapter, identity: Identity): Promise<StoredUser | null> => {
  if (!identity.facts.hasAccounts || adapter.getUserByAccount === undefined) return null
  const { provider, providerAccountId } = identity.account
  return readUser(await adapter.getUserByAccount({ provider, providerAccountId }), 'getUserByAccount')
}

/** Whether two addresses are of one mailbox. */
export const isSameAddress = (one: string | null | undefined, other: string | null | undefined): boolean =>
  typeof one === 'string' && typeof other === 'string' && foldCase(one) === foldCase(other)

/**
 * The user with an e-mail address, or `null`. A row with another address counts as not found: an index of a key-value store may
 * still have an earlier address, and a collation may treat "á" as "a", as MySQL's default does. That user must not sign in.
 */
export const findEmailUser = async (adapter: BoundAdapter, email: string | null | undefined) => {
  if (email === null || email === undefined || email === '' || adapter.getUserByEmail === undefined) return null
  const user = readUser(await adapter.getUserByEmail(email), 'getUserByEmail')
  return typeof user?.email !== 'string' || isSameAddress(user.email, email) ? user : null
}

/** The user with an e-mail address, unless it is this user; `null` if there is none. */
export const findOtherUser = async (adapter: BoundAdapter, userId: string, email: string) => {
  const found = await findEmailUser(adapter, email)
  return found?.id === userId ? null : found
}

/** A sign-in whose account decision is due. */
interface PendingDecision {
  readonly context: AuthContext
  readonly identity: Identity
  readonly options: { readonly linkTo?: string | undefined; readonly mayLink?: boolean | undefined }
  readonly currentUser: CurrentUser | null
  readonly accountUser: StoredUser | null
  /** `undefined`: not looked up yet. */
  readonly emailUser?: StoredUser | null | undefined
}

/** Where mails are sent, the owner of the mailbox signs in by a mail, and what was attached to the user before is removed. */
const mayTakeAddress = (context: AuthContext, adapter: BoundAdapter, user: StoredUser | null): boolean =>
  user !== null &&
  (user.email ?? '') !== '' &&
  isClaimed(context, user) &&
  adapter.updateUser !== undefined &&
  !signsInByMail(context.config.providers.all)

/** Gather the facts of the account decision. The adapter is asked only for what the decision needs. */
export const gatherAccountFacts = async (
  { context, identity, options: { linkTo, mayLink = false }, currentUser, accountUser, emailUser }: PendingDecision,
  adapter: BoundAdapter,
): Promise<AccountFacts> => {
  const { facts, authenticator, emailVerified, allowDangerousEmailAccountLinking = false } = identity
  const isDecidedByAccount = facts.hasAccounts && (linkTo !== undefined || accountUser !== null)
  const findByEmail = async () => (emailUser === undefined ? findEmailUser(adapter, emailOf(identity)) : emailUser)
  const sameEmailUser = isDecidedByAccount ? null : await findByEmail()
  return {
    isByEmail: facts.verifiesEmail === 'itself',
    linkTo,
    mayLink,
    currentUserId: currentUser?.userId,
    wasUnverified: currentUser?.user !== undefined && isClaimed(context, currentUser.user),
    accountUser,
    emailUser: sameEmailUser,
    emailVerified,
    allowDangerousEmailAccountLinking,
    isRegistration: authenticator !== undefined,
    mayTakeAddress: mayTakeAddress(context, adapter, sameEmailUser),
    isInterrupted: await isInterruptedSignUp(context, adapter, identity, sameEmailUser),
  }
}
