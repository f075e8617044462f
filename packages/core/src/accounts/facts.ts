import type { BoundAdapter } from '../config/adapter.ts'
import { readUser } from '../config/rows.ts'
import type { Site } from '../config/site.ts'
import { AdapterError } from '../errors/classes.ts'
import type { Facts } from './decide.ts'
import { hasAccounts } from './identity.ts'
import type { Identity, KnownUser } from './identity.ts'
import { isUnfinished } from './unfinished.ts'

/** The user of this account, or `null`. E-mail has no accounts. */
export const findAccountUser = async (adapter: BoundAdapter, identity: Identity): Promise<KnownUser | null> => {
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
const checkAddress = (user: KnownUser | null, email: string): KnownUser | null => {
  if (user === null || typeof user.email !== 'string' || plain(user.email) === plain(email)) return user
  throw new AdapterError('getUserByEmail returned a user with another address', { method: 'getUserByEmail' })
}

/** The user with this address, or `null`. */
export const findEmailUser = async (
  adapter: BoundAdapter,
  email: string | null | undefined,
): Promise<KnownUser | null> => {
  if (email === null || email === undefined || email === '' || adapter.getUserByEmail === undefined) return null
  return checkAddress(readUser(await adapter.getUserByEmail(email), 'getUserByEmail'), email)
}

/** Gather what the decision needs, asking the database for no more than that. */
export const gatherFacts = async (
  site: Site,
  adapter: BoundAdapter,
  identity: Identity & { readonly method: Facts['method'] },
  known: Pick<Facts, 'linkTo' | 'mayLink' | 'holder' | 'wasClaimed' | 'accountUser'> & {
    readonly emailUser?: KnownUser | null
  },
): Promise<Facts> => {
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
    holder: known.holder,
    wasClaimed: known.wasClaimed,
    accountUser: known.accountUser,
    emailUser,
    emailVerified: identity.emailVerified,
    allowDangerousEmailAccountLinking: identity.allowDangerousEmailAccountLinking === true,
    isRegistration: identity.authenticator !== undefined,
    isUnfinished: await isUnfinished(site, adapter, identity, emailUser),
  }
}
