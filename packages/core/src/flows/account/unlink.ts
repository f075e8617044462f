import { method } from '../../accounts/link.ts'
import { unlinked } from '../../accounts/news.ts'
import { noteTakenAway } from '../../accounts/taken-away.ts'
import type { AdapterAccount } from '../../types/adapter.ts'
import { accountChange, tell } from '../tell.ts'
import { removeWayIn } from './remove-way-in.ts'
import { adapterOf, isFresh } from './wish.ts'
import type { Outcome, Wish } from './wish.ts'
import { readWaysIn } from './ways-in.ts'

const isNamed =
  ({ request: { fields } }: Wish) =>
  ({ provider, providerAccountId }: AdapterAccount): boolean =>
    provider === fields['provider'] && providerAccountId === fields['providerAccountId']

/** Take an account at a provider away from oneself. */
export const unlink = async (wish: Wish): Promise<Outcome> => {
  const { site, request, holder } = wish
  const own = (await readWaysIn(site, adapterOf(site), holder.userId)).accounts.find(isNamed(wish))
  if (own === undefined) return 'absent'
  if (!(await isFresh(wish))) return 'again'
  const { provider, providerAccountId } = own
  const removed = await removeWayIn(wish, {
    remove: async (adapter, user, ways) => {
      if (!ways.accounts.some(isNamed(wish))) return []
      await noteTakenAway(site, adapter, user.id)
      await adapter.unlinkAccount?.({ provider, providerAccountId })
      return [unlinked(user, own)]
    },
    putBack: async (adapter) => void (await method(adapter, 'linkAccount')(own)),
  })
  if (removed === undefined) return 'absent'
  await tell(request, site, removed.news, { user: removed.user, change: accountChange(site, 'unlinked', provider) })
  return 'unlinked'
}
