import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified } from '../store/rows.ts'
import { AccountNotLinked } from '../errors/error-classes.ts'
import { undoLink } from './unverified/lock-unverified.ts'
import type { AccountDecision } from './decide-account.ts'
import type { Identity, StoredUser } from './identity.ts'
import { linkAccount } from './link-account.ts'
import { lockUser } from './lock-user.ts'
import type { AccountEvent } from './account-events.ts'
import { refusalError } from './refusal.ts'

type Wish = Pick<Extract<AccountDecision, { do: 'link' }>, 'userId' | 'wasUnverified'>

const checkAsker = (identity: Identity, user: StoredUser | null, { wasUnverified }: Wish): StoredUser => {
  if (user === null) throw new AccountNotLinked('The user who asked to link an account is gone')
  if (wasUnverified && isEmailVerified(user)) throw refusalError(identity, 'another-user-asked')
  return user
}

/** Without a transaction what was added is looked at once more, since the owner may have come and looked in between. */
const checkAgain = async (adapter: BoundAdapter, identity: Identity, accountRequest: Wish): Promise<void> => {
  try {
    checkAsker(identity, await findUser(adapter, accountRequest.userId), accountRequest)
  } catch (error) {
    await undoLink(adapter, identity)
    throw error
  }
}

/**
 * Add an account to the user who asked. Whoever only claimed an address adds nothing any more once its owner has come, which
 * may be at this very moment: the owner writes the proof first, and removes what is there afterwards (`prove.ts`).
 */
export const linkToUser = async (
  adapter: BoundAdapter,
  identity: Identity,
  accountRequest: Wish,
  isTransaction: boolean,
): Promise<{ readonly user: StoredUser; readonly events: readonly AccountEvent[] }> => {
  const { wasUnverified: isWatched } = accountRequest
  const find = isWatched && isTransaction ? lockUser : findUser
  const user = checkAsker(identity, await find(adapter, accountRequest.userId), accountRequest)
  const events = await linkAccount(adapter, identity, user)
  if (isWatched && !isTransaction) await checkAgain(adapter, identity, accountRequest)
  return { user, events }
}
