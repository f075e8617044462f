import type { AccountOutcome, AccountRequest } from '../config/engine-types.ts'
import { requireMethod } from '../accounts/link-account.ts'
import { accountUnlinked } from '../accounts/account-events.ts'
import { recordRemoval } from '../accounts/interrupted-sign-up.ts'
import type { AdapterAccount } from '../types/adapter.ts'
import { accountChangeOf, announce } from '../notifications/announce.ts'
import { removeMethod } from './remove-method.ts'
import { requireAdapter, isReauthenticated } from './account-request.ts'
import { readUserMethods } from './user-methods.ts'

/** Remove an account at a provider from the signed-in user. */
export const unlink = async (accountRequest: AccountRequest): Promise<AccountOutcome> => {
  const { context, request, currentUser } = accountRequest
  const isNamed = ({ provider, providerAccountId }: AdapterAccount): boolean =>
    provider === request.fields['provider'] && providerAccountId === request.fields['providerAccountId']
  const { accounts } = await readUserMethods(context, requireAdapter(context), currentUser.userId)
  const own = accounts.find(isNamed)
  if (own === undefined) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  const { provider, providerAccountId } = own
  const removed = await removeMethod(accountRequest, {
    remove: async (adapter, user, methods) => {
      if (!methods.accounts.some(isNamed)) return []
      await recordRemoval(context, adapter, user.id)
      await adapter.unlinkAccount?.({ provider, providerAccountId })
      return [accountUnlinked(user, own)]
    },
    putBack: async (adapter) => void (await requireMethod(adapter, 'linkAccount')(own)),
  })
  if (removed === undefined) return 'absent'
  const change = accountChangeOf(context, 'unlinked', provider)
  await announce(request, context, removed.events, { user: removed.user, change })
  return 'unlinked'
}
