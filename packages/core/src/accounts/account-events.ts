import type { EventCallbacks } from '../types/callbacks.ts'
import type { AdapterAccount } from '../types/index.ts'
import type { StoredUser } from './decide-account.ts'

type Name = Exclude<keyof EventCallbacks, 'signIn' | 'signOut' | 'session'>

/** An event to emit once the writes are committed. */
export type AccountEvent = { [Of in Name]: { readonly name: Of } & Readonly<Parameters<EventCallbacks[Of]>[0]> }[Name]

export interface WrittenUser {
  readonly user: StoredUser
  readonly events: readonly AccountEvent[]
}

export const accountUnlinked = (user: StoredUser, { userId: _id, ...account }: AdapterAccount): AccountEvent => ({
  name: 'unlinkAccount',
  user,
  account,
})
