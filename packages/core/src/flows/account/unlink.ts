import { noteTakenAway } from '../../accounts/taken-away.ts'
import type { AdapterAccount } from '../../types/adapter.ts'
import { adapterOf, isFresh, removeWayIn } from './wish.ts'
import type { Outcome, Wish } from './wish.ts'
import { readWaysIn } from './ways-in.ts'

const isNamed =
  ({ request: { fields } }: Wish) =>
  ({ provider, providerAccountId }: AdapterAccount): boolean =>
    provider === fields['provider'] && providerAccountId === fields['providerAccountId']

/** Take an account at a provider away from oneself. */
export const unlink = async (wish: Wish): Promise<Outcome> => {
  const { site, holder } = wish
  const own = (await readWaysIn(site, adapterOf(site), holder.userId)).accounts.find(isNamed(wish))
  if (own === undefined) return 'absent'
  if (!(await isFresh(wish))) return 'again'
  const { provider, providerAccountId } = own
  return removeWayIn(wish, async (adapter) => {
    await noteTakenAway(site, adapter, holder.userId)
    await adapter.unlinkAccount?.({ provider, providerAccountId })
    return 'unlinked'
  })
}
