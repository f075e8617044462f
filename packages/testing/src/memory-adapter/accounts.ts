import type { Adapter } from '@authwright/core/adapters'
import { requireUser } from './users.ts'
import { given, keyOf, UniqueViolation } from './state.ts'
import type { Transactions } from './transactions.ts'

type AccountMethods = Required<
  Pick<Adapter, 'linkAccount' | 'unlinkAccount' | 'getAccount' | 'listAccounts' | 'updateAccount'>
>

/** The methods about accounts. */
export const accountMethods = ({ call }: Transactions): AccountMethods => ({
  linkAccount: (account) =>
    call((state) => {
      const key = keyOf(account.provider, account.providerAccountId)
      if (state.accounts.has(key)) throw new UniqueViolation('account')
      requireUser(state, account.userId)
      state.accounts.set(key, given(account))
      return { ...account }
    }),
  unlinkAccount: ({ provider, providerAccountId }) =>
    call((state) => {
      const key = keyOf(provider, providerAccountId)
      const known = state.accounts.get(key)
      state.accounts.delete(key)
      return known
    }),
  getAccount: (providerAccountId, provider) =>
    call((state) => {
      const known = state.accounts.get(keyOf(provider, providerAccountId))
      return known === undefined ? null : { ...known }
    }),
  listAccounts: (userId) =>
    call((state) =>
      [...state.accounts.values()].filter((account) => account.userId === userId).map((row) => ({ ...row })),
    ),
  updateAccount: (changes) =>
    call((state) => {
      const key = keyOf(changes.provider, changes.providerAccountId)
      const known = state.accounts.get(key)
      if (known === undefined) return null
      const account = { ...known, ...given(changes) }
      state.accounts.set(key, account)
      return { ...account }
    }),
})
