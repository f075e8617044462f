import type { BoundAdapter } from '../store/bind-adapter.ts'
import { inTransaction } from '../store/rows.ts'
import { accountUnlinked, type AccountEvent } from './account-events.ts'
import type { StoredUser } from './decide-account.ts'
import { findAccounts, findPasskeys } from './find-users.ts'
import { requireMethod } from './link-account.ts'

/** Delete the user, whose accounts, passkeys and sessions the adapter deletes too. The events of what was there. */
export const deleteUser = (adapter: BoundAdapter, user: StoredUser): Promise<readonly AccountEvent[]> =>
  inTransaction(adapter, async (within, find) => {
    // With the lock, nothing is linked between the reading and the deletion.
    const found = await find(within, user.id)
    if (found === null) return []
    const accounts = await findAccounts(within, user.id)
    const passkeys = await findPasskeys(within, user.id)
    await requireMethod(within, 'deleteUser')(user.id)
    return [
      ...accounts.map((account) => accountUnlinked(found, account)),
      ...passkeys.map((authenticator) => ({ name: 'deleteAuthenticator', user: found, authenticator }) as const),
      { name: 'deleteUser', user: found },
    ]
  })
