import type { AuthContext } from '../config/auth-context.ts'
import type { Account, AdapterAccount, AdapterAuthenticator, User } from '../types/index.ts'
import type { StoredUser } from './identity.ts'

/** What is to be told when the writes are kept. */
export type AccountEvent =
  | { readonly name: 'createUser' | 'updateUser'; readonly user: StoredUser }
  | { readonly name: 'linkAccount'; readonly user: User; readonly account: Account; readonly profile: User }
  | { readonly name: 'unlinkAccount'; readonly user: StoredUser; readonly account: Account }
  | {
      readonly name: 'createAuthenticator' | 'deleteAuthenticator'
      readonly user: StoredUser
      readonly authenticator: AdapterAuthenticator
    }

/** An account of a user that was taken away. */
export const accountUnlinked = (user: StoredUser, { userId: _owner, ...account }: AdapterAccount): AccountEvent => ({
  name: 'unlinkAccount',
  user,
  account,
})

const tellOne = ({ config: { emit } }: AuthContext, item: AccountEvent): Promise<void> => {
  const { name, user } = item
  switch (name) {
    case 'linkAccount':
      return emit(name, { user, account: item.account, profile: item.profile })
    case 'unlinkAccount':
      return emit(name, { user, account: item.account })
    case 'createAuthenticator':
    case 'deleteAuthenticator':
      return emit(name, { user, authenticator: item.authenticator })
    case 'createUser':
    case 'updateUser':
      return emit(name, { user })
  }
}

/** Tell the owner what happened, in the order it did. */
export const emitAccountEvents = async (context: AuthContext, events: readonly AccountEvent[]): Promise<void> => {
  for (const item of events) await tellOne(context, item)
}
