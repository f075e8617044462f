import type { Account, AdapterAccount, AdapterAuthenticator, User } from '../types/index.ts'
import type { StoredUser } from './decide-account.ts'

/** An event to emit once the writes are committed. */
export type AccountEvent =
  | { readonly name: 'createUser' | 'updateUser'; readonly user: StoredUser }
  | { readonly name: 'linkAccount'; readonly user: User; readonly account: Account; readonly profile: User }
  | { readonly name: 'unlinkAccount'; readonly user: StoredUser; readonly account: Account }
  | {
      readonly name: 'createAuthenticator' | 'deleteAuthenticator'
      readonly user: StoredUser
      readonly authenticator: AdapterAuthenticator
    }

/** A user as written, and the events of the write. */
export interface WrittenUser {
  readonly user: StoredUser
  readonly events: readonly AccountEvent[]
}

/** The event of an account that was removed from a user. */
export const accountUnlinked = (user: StoredUser, { userId: _id, ...account }: AdapterAccount): AccountEvent => ({
  name: 'unlinkAccount',
  user,
  account,
})
