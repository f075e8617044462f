import type { AccountOutcome, AccountRequest } from '../config/engine-types.ts'
import { requireMethod } from '../accounts/link-account.ts'
import { accountUnlinked } from '../accounts/account-events.ts'
import { recordRemoval } from '../accounts/interrupted-sign-up.ts'
import type { AdapterAccount } from '../types/adapter.ts'
import { accountChangeOf, announce } from '../notifications/announce.ts'
import { removeMethod } from './remove-method.ts'
import { requireAdapter, isReauthenticated } from './account-request.ts'
import { readUserMethods } from './user-methods.ts'

const isNamed =
  ({ request: { fields } }: AccountRequest) =>
  ({ provider, providerAccountId }: AdapterAccount): boolean =>
    provider === fields['provider'] && providerAccountId === fields['providerAccountId']

/** Take an account at a provider away from oneself. */
export const unlink = async (accountRequest: AccountRequest): Promise<AccountOutcome> => {
  const { context, request, currentUser } = accountRequest
  const own = (await readUserMethods(context, requireAdapter(context), currentUser.userId)).accounts.find(
    isNamed(accountRequest),
  )
  if (own === undefined) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  const { provider, providerAccountId } = own
  const removed = await removeMethod(accountRequest, {
    remove: async (adapter, user, ways) => {
      if (!ways.accounts.some(isNamed(accountRequest))) return []
      await recordRemoval(context, adapter, user.id)
      await adapter.unlinkAccount?.({ provider, providerAccountId })
      return [accountUnlinked(user, own)]
    },
    putBack: async (adapter) => void (await requireMethod(adapter, 'linkAccount')(own)),
  })
  if (removed === undefined) return 'absent'
  await announce(request, context, removed.news, {
    user: removed.user,
    change: accountChangeOf(context, 'unlinked', provider),
  })
  return 'unlinked'
}
