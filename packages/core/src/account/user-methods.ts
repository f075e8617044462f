import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { AuthContext } from '../config/auth-context.ts'
import type { AdapterAccount, AdapterAuthenticator } from '../types/adapter.ts'
import { findUser, isEmailVerified, readRows } from '../store/rows.ts'

/** By what somebody can come in. */
export interface UserMethods {
  /** Accounts at providers, passkeys left out. Empty where the adapter cannot list them. */
  readonly accounts: readonly AdapterAccount[]
  readonly passkeys: readonly AdapterAuthenticator[]
  /** Whether the adapter knows all ways, so that what is not listed is not there. */
  readonly canList: boolean
  /** How many of them work: an account whose provider is no longer configured is none. */
  readonly count: number
  /** Whether one of them can be taken away and the person still comes in. */
  readonly canRemove: boolean
}

/** A proven address is a way in, where mails are sent. */
const hasMail = async (context: AuthContext, adapter: BoundAdapter, userId: string): Promise<boolean> => {
  if (!context.config.providers.all.some(({ type }) => type === 'email')) return false
  const user = await findUser(adapter, userId)
  return user !== null && typeof user.email === 'string' && user.email !== '' && isEmailVerified(user)
}

/**
 * The passkeys of a user. An adapter that cannot delete them keeps those that were taken away, which have no account any more
 * and sign nobody in.
 */
const readPasskeys = async (
  context: AuthContext,
  adapter: BoundAdapter | undefined,
  userId: string,
): Promise<readonly AdapterAuthenticator[]> => {
  const found = (await adapter?.listAuthenticatorsByUserId?.(userId)) ?? []
  // One published adapter lists a passkey again for each time that it was used; it is one way in all the same.
  const rows = [
    ...new Map(readRows(found, 'listAuthenticatorsByUserId').map((row) => [row.credentialID, row])).values(),
  ]
  if (adapter?.deleteAuthenticator !== undefined) return rows
  const ids = context.config.providers.all.filter(({ type }) => type === 'webauthn').map(({ id }) => id)
  const kept: AdapterAuthenticator[] = []
  for (const row of rows) {
    const accounts = await Promise.all(ids.map(async (id) => adapter?.getAccount?.(row.providerAccountId, id)))
    if (accounts.some((account) => account !== null && account !== undefined)) kept.push(row)
  }
  return kept
}

/** Every way in of a user. An account whose provider is no longer configured is one no more. */
export const readUserMethods = async (
  context: AuthContext,
  adapter: BoundAdapter | undefined,
  userId: string,
): Promise<UserMethods> => {
  const all = readRows((await adapter?.listAccounts?.(userId)) ?? [], 'listAccounts')
  const passkeys = await readPasskeys(context, adapter, userId)
  const accounts = all.filter(({ type }) => type !== 'webauthn')
  const canList = adapter?.listAccounts !== undefined
  const usable = accounts.filter(({ provider }) => context.config.providers.find(provider) !== undefined)
  const withPasskeys = context.config.providers.all.some(({ type }) => type === 'webauthn') ? passkeys.length : 0
  const mail = adapter !== undefined && (await hasMail(context, adapter, userId)) ? 1 : 0
  const count = usable.length + withPasskeys + mail
  return { accounts, passkeys, canList, count, canRemove: adapter?.unlinkAccount !== undefined && count > 1 }
}
