import type { BoundAdapter } from '../config/adapter.ts'
import { findUser, isProven } from '../config/rows.ts'
import { AccountNotLinked } from '../errors/classes.ts'
import { takeBack } from './claimed.ts'
import type { AccountVerdict } from './decide.ts'
import type { Identity, KnownUser } from './identity.ts'
import { link } from './link.ts'
import { findLocked } from './lock.ts'
import type { News } from './news.ts'
import { refused } from './refused.ts'

type Wish = Pick<Extract<AccountVerdict, { do: 'link' }>, 'userId' | 'wasClaimed'>

const checkAsker = (identity: Identity, user: KnownUser | null, { wasClaimed }: Wish): KnownUser => {
  if (user === null) throw new AccountNotLinked('The user who asked to link an account is gone')
  if (wasClaimed && isProven(user)) throw refused(identity, 'another-user-asked')
  return user
}

/** Without a transaction what was added is looked at once more, since the owner may have come and looked in between. */
const checkAgain = async (adapter: BoundAdapter, identity: Identity, wish: Wish): Promise<void> => {
  try {
    checkAsker(identity, await findUser(adapter, wish.userId), wish)
  } catch (error) {
    await takeBack(adapter, identity)
    throw error
  }
}

/**
 * Add an account to the user who asked. Whoever only claimed an address adds nothing any more once its owner has come, which
 * may be at this very moment: the owner writes the proof first, and removes what is there afterwards (`prove.ts`).
 */
export const linkTo = async (
  adapter: BoundAdapter,
  identity: Identity,
  wish: Wish,
  isTransaction: boolean,
): Promise<{ readonly user: KnownUser; readonly news: readonly News[] }> => {
  const { wasClaimed: isWatched } = wish
  const find = isWatched && isTransaction ? findLocked : findUser
  const user = checkAsker(identity, await find(adapter, wish.userId), wish)
  const news = await link(adapter, identity, user)
  if (isWatched && !isTransaction) await checkAgain(adapter, identity, wish)
  return { user, news }
}
