import { AdapterError } from '../errors/error-classes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { readRows, readUser } from '../store/rows.ts'
import type { AdapterAccount, AdapterAuthenticator } from '../types/adapter.ts'
import type { Identity, StoredUser } from './decide-account.ts'

/** The user of an account, or `null`. */
export const findAccountUser = async (adapter: BoundAdapter, identity: Identity): Promise<StoredUser | null> => {
  if (!identity.facts.hasAccounts || adapter.getUserByAccount === undefined) return null
  const { provider, providerAccountId } = identity.account
  return readUser(await adapter.getUserByAccount({ provider, providerAccountId }), 'getUserByAccount')
}

/** Only ASCII letters are folded: folding other letters would treat two mailboxes as one. */
const foldAscii = (address: string): string => address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const isSameAddress = (one: string | null | undefined, other: string | null | undefined): boolean =>
  typeof one === 'string' && typeof other === 'string' && foldAscii(one) === foldAscii(other)

/** The user with an e-mail address, or `null`. */
export const findEmailUser = async (adapter: BoundAdapter, email: string | null | undefined) => {
  if (email === null || email === undefined || email === '' || adapter.getUserByEmail === undefined) return null
  const user = readUser(await adapter.getUserByEmail(email), 'getUserByEmail')
  if (typeof user?.email !== 'string' || isSameAddress(user.email, email)) return user
  // A collation that treats "á" as "a", as MySQL's default does, finds the user of another mailbox.
  throw new AdapterError('getUserByEmail returned a user with another address', { method: 'getUserByEmail' })
}

/** The user with an e-mail address, unless it is this user; `null` if there is none. */
export const findOtherUser = async (adapter: BoundAdapter, userId: string, email: string) => {
  const found = readUser((await adapter.getUserByEmail?.(email)) ?? null, 'getUserByEmail')
  // A key-value store may still find a user by an earlier address. That user may have it again.
  return found === null || found.id === userId ? null : findEmailUser(adapter, email)
}

export const findPasskeys = async (adapter: BoundAdapter, userId: string): Promise<readonly AdapterAuthenticator[]> =>
  readRows((await adapter.listAuthenticatorsByUserId?.(userId)) ?? [], 'listAuthenticatorsByUserId')

export const findAccounts = async (adapter: BoundAdapter, userId: string): Promise<readonly AdapterAccount[]> =>
  readRows((await adapter.listAccounts?.(userId)) ?? [], 'listAccounts')
