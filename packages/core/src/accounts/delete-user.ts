import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, lockUser } from '../store/rows.ts'
import { accountUnlinked, type AccountEvent } from './account-events.ts'
import type { StoredUser } from './decide-account.ts'
import { findAccounts, findPasskeys } from './find-users.ts'
import { requireMethod } from './link-account.ts'

/** Delete the user, whose accounts, passkeys and sessions the adapter deletes too. The events of what was there. */
export const deleteUser = async (adapter: BoundAdapter, user: StoredUser): Promise<readonly AccountEvent[]> => {
  const work = async (within: BoundAdapter): Promise<readonly AccountEvent[]> => {
    // With the lock, nothing is linked between the reading and the deletion.
    const found = await (adapter.transaction === undefined ? findUser : lockUser)(within, user.id)
    if (found === null) return []
    const accounts = await findAccounts(within, user.id)
    const passkeys = await findPasskeys(within, user.id)
    await requireMethod(within, 'deleteUser')(user.id)
    return [
      ...accounts.map((account) => accountUnlinked(found, account)),
      ...passkeys.map((authenticator) => ({ name: 'deleteAuthenticator', user: found, authenticator }) as const),
      { name: 'deleteUser', user: found },
    ]
  }
  return adapter.transaction?.(work) ?? work(adapter)
}
