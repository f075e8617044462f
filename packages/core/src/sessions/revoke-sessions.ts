import type { AuthContext } from '../config/engine-types.ts'
import { authError } from '../errors/error-classes.ts'
import { findUser, lockUser, readDate } from '../store/rows.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { AdapterUser } from '../types/adapter.ts'

/** Milliseconds since the epoch of the last revocation of the user's sessions; `0` if there was none. */
export const readRevocation = ({ sessionsRevokedAt }: AdapterUser): number =>
  readDate(sessionsRevokedAt)?.getTime() ?? 0

/** A revocation that was written, in milliseconds since the epoch. `before` is the previous one; `0` if there was none. */
export interface Revocation {
  readonly at: number
  readonly before: number
}

const missing = (method: string): Error =>
  authError('MissingAdapterMethods', `The sessions of a user cannot be ended: the adapter lacks ${method}`, {
    missing: [method],
  })

/**
 * End the sessions of a user. Database sessions end at once, except the one with the token `keep`. Sessions in cookies end at
 * their next renewal, all of them: a browser that stays signed in must be given a new one afterwards. The renewal needs the
 * returned revocation, to tell it from others. Database sessions have none.
 * Throws `MissingAdapterMethods` if the adapter cannot end them, and `AdapterError` if it fails.
 */
export const revokeSessions = async (
  { config: { adapter, session }, runtime }: AuthContext,
  userId: string,
  { keep }: { readonly keep?: string | undefined } = {},
): Promise<Revocation | undefined> => {
  if (adapter === undefined) throw authError('MissingAdapter', 'Without an adapter no session of a user can be ended')
  if (session.strategy === 'database') {
    if (adapter.deleteSessions === undefined) throw missing('deleteSessions')
    await adapter.deleteSessions(userId, keep)
    return undefined
  }
  if (adapter.revokeSessions === undefined) throw missing('revokeSessions')
  const revoke = async (within: BoundAdapter): Promise<Revocation | undefined> => {
    // Without the lock, this revocation could replace one that was written since the user was read.
    const user = await (adapter.transaction === undefined ? findUser : lockUser)(within, userId)
    if (user === null) return undefined
    const before = readRevocation(user)
    // Later than the previous one, also if another server with a faster clock wrote that: sessions compare the two. Some databases
    // store whole seconds.
    const at = Math.ceil(Math.max(runtime.now(), before + 1) / 1000) * 1000
    await within.revokeSessions?.(userId, new Date(at))
    return { at, before }
  }
  return adapter.transaction?.(revoke) ?? revoke(adapter)
}
