import type { AuthContext } from '../config/engine-types.ts'
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

/** Emit events in the order in which they happened. */
export const emitAccountEvents = async ({ config: { emit } }: AuthContext, events: readonly AccountEvent[]) => {
  for (const event of events) {
    const { name, ...message } = event
    // Each event carries exactly the message of its name; TypeScript cannot relate the two in a union.
    await (emit as (name: AccountEvent['name'], message: unknown) => Promise<void>)(name, message)
  }
}
