import type { BoundAdapter } from '../store/bind-adapter.ts'
import { readRows, readUser } from '../store/rows.ts'
import type { AdapterAccount, AdapterAuthenticator } from '../types/adapter.ts'
import { foldCase } from '../web/mail-address.ts'
import type { Identity, StoredUser } from './decide-account.ts'

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
 * The user with an e-mail address, or `null`. A row with another address, or with `null`, counts as not found: an index of a
 * key-value store may still have an earlier address, and a collation may treat "á" as "a", as MySQL's default does. That user
 * must not sign in.
 */
export const findEmailUser = async (adapter: BoundAdapter, email: string | null | undefined) => {
  if (email === null || email === undefined || email === '' || adapter.getUserByEmail === undefined) return null
  const user = readUser(await adapter.getUserByEmail(email), 'getUserByEmail')
  return user?.email === undefined || isSameAddress(user.email, email) ? user : null
}

/** The user with an e-mail address, unless it is this user; `null` if there is none. */
export const findOtherUser = async (adapter: BoundAdapter, userId: string, email: string) => {
  const found = await findEmailUser(adapter, email)
  return found?.id === userId ? null : found
}

export const findPasskeys = async (adapter: BoundAdapter, userId: string): Promise<readonly AdapterAuthenticator[]> =>
  readRows((await adapter.listAuthenticatorsByUserId?.(userId)) ?? [], 'listAuthenticatorsByUserId')

export const findAccounts = async (adapter: BoundAdapter, userId: string): Promise<readonly AdapterAccount[]> =>
  readRows((await adapter.listAccounts?.(userId)) ?? [], 'listAccounts')
