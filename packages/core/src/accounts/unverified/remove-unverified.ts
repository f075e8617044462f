import type { AuthContext } from '../../config/engine-types.ts'
import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { isEmailVerified, readRows } from '../../store/rows.ts'
import type { Account } from '../../types/index.ts'
import { accountUnlinked } from '../account-events.ts'
import type { AccountEvent } from '../account-events.ts'
import type { StoredUser } from '../identity.ts'

/** The key of an account. */
export type AccountKey = Pick<Account, 'provider' | 'providerAccountId'>

/** A passkey without its account signs in no user, so this works with adapters that cannot delete passkeys, too. */
const removePasskeys = async (
  context: AuthContext,
  adapter: BoundAdapter,
  user: StoredUser,
  keep: AccountKey | undefined,
): Promise<readonly AccountEvent[]> => {
  if (adapter.listAuthenticatorsByUserId === undefined) return []
  const providers = context.config.providers.all.filter(({ method }) => method.facts.hasPasskeys)
  const rows = readRows(await adapter.listAuthenticatorsByUserId(user.id), 'listAuthenticatorsByUserId')
  const passkeys = rows.filter(({ providerAccountId }) => providerAccountId !== keep?.providerAccountId)
  for (const { credentialID, providerAccountId } of passkeys) {
    for (const { id } of providers) await adapter.unlinkAccount?.({ provider: id, providerAccountId })
    await adapter.deleteAuthenticator?.(credentialID)
  }
  return passkeys.map((authenticator) => ({ name: 'deleteAuthenticator', user, authenticator }))
}

/**
 * Remove what was attached to a user before the e-mail address was verified: an attacker may have signed up with the address
 * of somebody else (pre-hijacking). Accounts are removed only where the adapter can list and remove them and end sessions.
 * `keep` is the account by which the user signs in at this moment.
 */
export const removeUnverified = async (
  context: AuthContext,
  adapter: BoundAdapter,
  user: StoredUser,
  keep?: AccountKey,
): Promise<readonly AccountEvent[]> => {
  if (isEmailVerified(user)) return []
  const passkeys = await removePasskeys(context, adapter, user, keep)
  if (adapter.deleteSessions === undefined) return passkeys
  if (adapter.listAccounts === undefined || adapter.unlinkAccount === undefined) return passkeys
  const accounts = readRows(await adapter.listAccounts(user.id), 'listAccounts').filter(
    ({ provider, providerAccountId }) => provider !== keep?.provider || providerAccountId !== keep.providerAccountId,
  )
  for (const { provider, providerAccountId } of accounts) await adapter.unlinkAccount({ provider, providerAccountId })
  await adapter.deleteSessions(user.id)
  return [...passkeys, ...accounts.map((account) => accountUnlinked(user, account))]
}
