import type { BoundAdapter } from '../store/bind-adapter.ts'
import { readUser } from '../store/rows.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { AdapterError } from '../errors/error-classes.ts'
import type { AccountFacts } from './decide-account.ts'
import { hasAccounts } from './identity.ts'
import type { Identity, StoredUser } from './identity.ts'
import { isInterruptedSignUp } from './interrupted-sign-up.ts'

/** The user of this account, or `null`. E-mail has no accounts. */
export const findAccountUser = async (adapter: BoundAdapter, identity: Identity): Promise<StoredUser | null> => {
  if (!hasAccounts(identity) || adapter.getUserByAccount === undefined) return null
  const { provider, providerAccountId } = identity.account
  return readUser(await adapter.getUserByAccount({ provider, providerAccountId }), 'getUserByAccount')
}

/** Only ASCII letters are folded: folding all of Unicode would make one mailbox of two. */
const plain = (address: string): string => address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/**
 * A database that takes "á" for "a", as the usual collations of MySQL do, finds the user of another mailbox; whoever has proven
 * the one must not come in as the other.
 */
const checkAddress = (user: StoredUser | null, email: string): StoredUser | null => {
  if (user === null || typeof user.email !== 'string' || plain(user.email) === plain(email)) return user
  throw new AdapterError('getUserByEmail returned a user with another address', { method: 'getUserByEmail' })
}

/** The user with this address, or `null`. */
export const findEmailUser = async (
  adapter: BoundAdapter,
  email: string | null | undefined,
): Promise<StoredUser | null> => {
  if (email === null || email === undefined || email === '' || adapter.getUserByEmail === undefined) return null
  return checkAddress(readUser(await adapter.getUserByEmail(email), 'getUserByEmail'), email)
}

/** Gather what the decision needs, asking the database for no more than that. */
export const gatherAccountFacts = async (
  context: AuthContext,
  adapter: BoundAdapter,
  identity: Identity & { readonly method: AccountFacts['method'] },
  known: Pick<AccountFacts, 'linkTo' | 'mayLink' | 'currentUserId' | 'wasUnverified' | 'accountUser'> & {
    readonly emailUser?: StoredUser | null
  },
): Promise<AccountFacts> => {
  const settled = hasAccounts(identity) && (known.linkTo !== undefined || known.accountUser !== null)
  const emailUser = settled
    ? null
    : known.emailUser === undefined
      ? await findEmailUser(adapter, identity.user.email)
      : known.emailUser
  return {
    method: identity.method,
    linkTo: known.linkTo,
    mayLink: known.mayLink,
    currentUserId: known.currentUserId,
    wasUnverified: known.wasUnverified,
    accountUser: known.accountUser,
    emailUser,
    emailVerified: identity.emailVerified,
    allowDangerousEmailAccountLinking: identity.allowDangerousEmailAccountLinking === true,
    isRegistration: identity.authenticator !== undefined,
    isInterrupted: await isInterruptedSignUp(context, adapter, identity, emailUser),
  }
}
