import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { isEmailVerified, readRows } from '../../store/rows.ts'
import type { AuthContext } from '../../config/auth-context.ts'
import type { StoredUser } from '../identity.ts'
import { accountUnlinked } from '../account-events.ts'
import type { AccountEvent } from '../account-events.ts'

/**
 * Passkeys that somebody attached to an address before anybody had proven it. Without its account a passkey signs nobody in,
 * so this works with adapters that cannot delete passkeys too.
 */
const removeUnprovenPasskeys = async (
  context: AuthContext,
  adapter: BoundAdapter,
  user: StoredUser,
): Promise<readonly AccountEvent[]> => {
  if (isEmailVerified(user) || adapter.listAuthenticatorsByUserId === undefined) return []
  const providers = context.config.providers.all.filter(({ type }) => type === 'webauthn')
  const passkeys = readRows(await adapter.listAuthenticatorsByUserId(user.id), 'listAuthenticatorsByUserId')
  for (const { credentialID, providerAccountId } of passkeys) {
    for (const { id } of providers) await adapter.unlinkAccount?.({ provider: id, providerAccountId })
    await adapter.deleteAuthenticator?.(credentialID)
  }
  return passkeys.map((authenticator) => ({ name: 'deleteAuthenticator', user, authenticator }))
}

/**
 * Whoever came in by an address that nobody had proven loses what they attached to it when its owner proves it. Accounts go
 * where the adapter can list and remove them; the migrated rows of other adapters say nothing of who proved what.
 */
export const removeUnverified = async (
  context: AuthContext,
  adapter: BoundAdapter,
  user: StoredUser,
): Promise<readonly AccountEvent[]> => {
  const passkeys = await removeUnprovenPasskeys(context, adapter, user)
  if (isEmailVerified(user) || adapter.deleteSessions === undefined) return passkeys
  if (adapter.listAccounts === undefined || adapter.unlinkAccount === undefined) return passkeys
  const accounts = readRows(await adapter.listAccounts(user.id), 'listAccounts')
  for (const { provider, providerAccountId } of accounts) await adapter.unlinkAccount({ provider, providerAccountId })
  await adapter.deleteSessions(user.id)
  return [...passkeys, ...accounts.map((account) => accountUnlinked(user, account))]
}
