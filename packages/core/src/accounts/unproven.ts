import type { BoundAdapter } from '../config/adapter.ts'
import { isProven, readRows } from '../config/rows.ts'
import type { Site } from '../config/site.ts'
import type { KnownUser } from './identity.ts'
import { unlinked } from './news.ts'
import type { News } from './news.ts'

/**
 * Passkeys that somebody attached to an address before anybody had proven it. Without its account a passkey signs nobody in,
 * so this works with adapters that cannot delete passkeys too.
 */
const removeUnprovenPasskeys = async (site: Site, adapter: BoundAdapter, user: KnownUser): Promise<readonly News[]> => {
  if (isProven(user) || adapter.listAuthenticatorsByUserId === undefined) return []
  const providers = site.config.providers.all.filter(({ type }) => type === 'webauthn')
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
export const removeUnproven = async (site: Site, adapter: BoundAdapter, user: KnownUser): Promise<readonly News[]> => {
  const passkeys = await removeUnprovenPasskeys(site, adapter, user)
  if (isProven(user) || adapter.deleteSessions === undefined) return passkeys
  if (adapter.listAccounts === undefined || adapter.unlinkAccount === undefined) return passkeys
  const accounts = readRows(await adapter.listAccounts(user.id), 'listAccounts')
  for (const { provider, providerAccountId } of accounts) await adapter.unlinkAccount({ provider, providerAccountId })
  await adapter.deleteSessions(user.id)
  return [...passkeys, ...accounts.map((account) => unlinked(user, account))]
}
