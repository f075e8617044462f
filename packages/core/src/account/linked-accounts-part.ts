import { defined } from '../base/json.ts'
import type { AccountAction, AccountPart, AuthContext, UserMethods } from '../config/engine-types.ts'
import { accountUnlinked } from '../accounts/account-events.ts'
import { toPageProvider } from '../forms/page-data.ts'
import { providerName } from '../notifications/announce.ts'
import { isEmailVerified, requireMethod } from '../store/rows.ts'
import type { AdapterAccount } from '../types/adapter.ts'
import type { AccountProps, PageProvider } from '../types/page-props.ts'
import { isReauthenticated, readUserMethods, requireAdapter } from './account-request.ts'
import { removeMethod } from './remove-method.ts'

const isNamedBy =
  (provider: unknown, providerAccountId: unknown) =>
  (account: AdapterAccount): boolean =>
    provider === account.provider && providerAccountId === account.providerAccountId

const unlink: AccountAction = async (accountRequest) => {
  const { context, request, currentUser } = accountRequest
  const isNamed = isNamedBy(request.fields['provider'], request.fields['providerAccountId'])
  const { accounts } = await readUserMethods(context, requireAdapter(context), currentUser.userId)
  const own = accounts.find(isNamed)
  if (own === undefined) return 'absent'
  if (!(await isReauthenticated(accountRequest))) return 'again'
  const { provider, providerAccountId } = own
  return removeMethod(accountRequest, {
    remove: async (adapter, user, methods) => {
      if (!methods.accounts.some(isNamed)) return []
      // Recorded in the row, or the user without the account would look like an interrupted sign-up.
      const emailVerified = new Date(context.runtime.now())
      if (isEmailVerified(user)) await adapter.updateUser?.({ id: user.id, emailVerified })
      await adapter.unlinkAccount?.({ provider, providerAccountId })
      return [accountUnlinked(user, own)]
    },
    putBack: async (adapter) => void (await requireMethod(adapter, 'linkAccount')(own)),
    done: 'unlinked',
    change: { kind: 'unlinked', name: providerName(context, provider) },
  })
}

const toPageAccounts = (context: AuthContext, { accounts, canRemove }: UserMethods): AccountProps['accounts'] =>
  accounts.map(({ provider, providerAccountId }) => {
    const style = context.config.providers.find(provider)?.style
    return {
      provider,
      providerAccountId,
      name: providerName(context, provider),
      canUnlink: canRemove,
      ...defined({ style }),
    }
  })

const findLinkable = ({ config }: AuthContext, { accounts, canList }: UserMethods): readonly PageProvider[] => {
  if (!canList) return []
  const linked = new Set(accounts.map(({ provider }) => provider))
  return config.providers.all
    .filter(({ id, method }) => !linked.has(id) && method.callbackPostedBy === 'provider')
    .map(toPageProvider(config))
}

export const linkedAccountsPart: AccountPart = {
  actions: { unlink },
  forms: {
    unlink: {
      isProtected: true,
      load: async ({ context, request }, { accounts, canRemove }) => {
        const query = request.url.searchParams
        const own = accounts.find(isNamedBy(query.get('provider'), query.get('providerAccountId')))
        if (own === undefined || !canRemove) return undefined
        const { provider, providerAccountId } = own
        const fields = [['provider', provider] as const, ['providerAccountId', providerAccountId] as const]
        return { subject: providerName(context, provider), fields }
      },
    },
  },
  section: async ({ context }, userMethods) => ({
    accounts: toPageAccounts(context, userMethods),
    linkable: findLinkable(context, userMethods),
  }),
}
