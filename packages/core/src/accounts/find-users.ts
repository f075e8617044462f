import type { AuthContext } from '../config/engine-types.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { readRows, readUser } from '../store/rows.ts'
import type { AdapterAccount, AdapterAuthenticator } from '../types/adapter.ts'
import { foldCase } from '../web/mail-address.ts'
import { emailOf, type Identity, type StoredUser } from './decide-account.ts'

export const findAccountUser = async (adapter: BoundAdapter, identity: Identity): Promise<StoredUser | null> => {
  if (!identity.facts.hasAccounts || adapter.getUserByAccount === undefined) return null
  const { provider, providerAccountId } = identity.account
  return readUser(await adapter.getUserByAccount({ provider, providerAccountId }), 'getUserByAccount')
}

/** Whether two addresses are of one mailbox. */
export const isSameAddress = (one: string | null | undefined, other: string | null | undefined): boolean =>
  typeof one === 'string' && typeof other === 'string' && foldCase(one) === foldCase(other)

/** Whether the address that a sign-in verified is the one of the user. A user without an address gets it. */
export const isAddressOf = (identity: Identity, user: StoredUser): boolean =>
  (user.email ?? '') === '' || isSameAddress(user.email, emailOf(identity))

/** The user with this very address, or `null`: an old index entry or a collation may return the row of another user. */
export const findEmailUser = async (adapter: BoundAdapter, email: string | null | undefined) => {
  if (email === null || email === undefined || email === '' || adapter.getUserByEmail === undefined) return null
  const user = readUser(await adapter.getUserByEmail(email), 'getUserByEmail')
  return user?.email === undefined || isSameAddress(user.email, email) ? user : null
}

export const findOtherUser = async (adapter: BoundAdapter, userId: string, email: string | undefined) => {
  const found = await findEmailUser(adapter, email)
  return found?.id === userId ? null : found
}

export const findPasskeys = async (adapter: BoundAdapter, userId: string): Promise<readonly AdapterAuthenticator[]> =>
  readRows((await adapter.listAuthenticatorsByUserId?.(userId)) ?? [], 'listAuthenticatorsByUserId')

/** The accounts of a passkey. More than one if another passkey provider was configured before. */
export const findPasskeyAccounts = async (context: AuthContext, adapter: BoundAdapter, row: AdapterAuthenticator) => {
  const providers = context.config.providers.all.filter(({ method }) => method.facts.hasPasskeys)
  const rows = await Promise.all(providers.map(async ({ id }) => adapter.getAccount?.(row.providerAccountId, id)))
  return rows.filter((account) => account !== null && account !== undefined)
}

export const findAccounts = async (adapter: BoundAdapter, userId: string): Promise<readonly AdapterAccount[]> =>
  readRows((await adapter.listAccounts?.(userId)) ?? [], 'listAccounts')
