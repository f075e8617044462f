import { readDate } from '../base/time.ts'
import type { AuthContext, CurrentUser } from '../config/engine-types.ts'
import { AuthError } from '../errors/auth-error.ts'
import { AdapterError, authError } from '../errors/error-classes.ts'
import { findUser, lockUser } from '../store/rows.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import type { AdapterUser } from '../types/adapter.ts'

/** Milliseconds since the epoch of the last revocation of the user's sessions; `0` if there was none. */
export const readRevocation = ({ sessionsRevokedAt }: AdapterUser): number =>
  readDate(sessionsRevokedAt)?.getTime() ?? 0

/** A written revocation, in milliseconds since the epoch. `before` is the previous one; `0` if there was none. */
export interface Revocation {
  readonly at: number
  readonly before: number
}

/**
 * End the sessions of a user: in a database at once, except that of `current`; in cookies at their next renewal, all of
 * them, so a browser that stays signed in must renew its session with the returned revocation.
 */
export const revokeSessions = async (context: AuthContext, userId: string, current?: CurrentUser) => {
  const { config, runtime } = context
  const { adapter, session } = config
  if (adapter === undefined) throw authError('MissingAdapter', 'Without an adapter no session of a user can be ended')
  const method = session.strategy === 'database' ? 'deleteSessions' : 'revokeSessions'
  if (adapter[method] === undefined) {
    const message = `The sessions of a user cannot be ended: the adapter lacks ${method}`
    throw authError('MissingAdapterMethods', message, { missing: [method] })
  }
  if (method === 'deleteSessions') {
    await adapter.deleteSessions?.(userId, current?.token)
    return undefined
  }
  const isTransaction = adapter.transaction !== undefined
  const revoke = async (within: BoundAdapter): Promise<Revocation> => {
    // Without the lock, this revocation could replace one that was written since the user was read.
    const user = await (isTransaction ? lockUser : findUser)(within, userId)
    if (user === null) throw new AdapterError('Sessions in cookies end by their user, whom the database does not have')
    const before = readRevocation(user)
    // Later than the previous one, also if a server with a faster clock wrote that. Some databases store whole seconds.
    const next = Math.ceil(Math.max(runtime.now(), before + 1) / 1000) * 1000
    // One that no session outlives is later than one that is written at the same moment and that one outlives.
    const at = isTransaction || current !== undefined ? next : next + 1000
    await within.revokeSessions?.(userId, new Date(at))
    return { at, before }
  }
  if (adapter.transaction !== undefined) return adapter.transaction(revoke)
  const revocation = await revoke(adapter)
  const user = await findUser(adapter, userId)
  // An earlier one may have replaced this one.
  return user !== null && readRevocation(user) < revocation.at ? revoke(adapter) : revocation
}

/** The same after a stored change of the account. Adapters published for Auth.js cannot end sessions. */
export const revokeIfPossible = async (context: AuthContext, userId: string, current?: CurrentUser) => {
  try {
    return await revokeSessions(context, userId, current)
  } catch (error) {
    if (!(error instanceof AuthError) || error.type !== 'MissingAdapterMethods') throw error
    context.config.logger.warn('sessions-kept', error.message)
    return undefined
  }
}
