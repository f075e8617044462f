import type { AuthContext } from '../config/engine-types.ts'
import { isImported } from '../config/imported-users.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { toSeconds } from '../base/time.ts'
import { findUser, isEmailVerified, readUser } from '../store/rows.ts'
import type { AdapterUser, User } from '../types/index.ts'
import { readRevocation } from './revoke-sessions.ts'
import type { SessionClaims } from './session-claims.ts'
import type { NewSession } from './session-view.ts'

/**
 * The database user with the id that `authorize` returned, or `null`. The application's own ids may be invalid in the database:
 * a UUID column throws for "1", as in an outage. Then the e-mail address decides, which throws as well in a real outage.
 */
export const findCredentialsUser = async (
  adapter: BoundAdapter,
  id: string,
  { email }: User,
): Promise<AdapterUser | null> => {
  try {
    return await findUser(adapter, id)
  } catch (error) {
    if (typeof email !== 'string' || email === '' || adapter.getUserByEmail === undefined) throw error
    const user = readUser(await adapter.getUserByEmail(email), 'getUserByEmail')
    return user?.id === id ? user : null
  }
}

/** The database user of a new session, or `null`. `authorize` may return any user, so look it up. */
const findStoredUser = async (
  { config: { adapter, methods } }: AuthContext,
  { user, account }: NewSession,
): Promise<AdapterUser | null> => {
  if (adapter === undefined || user.id === undefined) return null
  const hasStoredUser = methods.find(account.type)?.facts.hasStoredUsers !== false
  return hasStoredUser ? (user as AdapterUser) : findCredentialsUser(adapter, String(user.id), user)
}

const hasAddress = ({ email }: User): boolean => (email ?? '') !== ''

type OwnClaims = Omit<SessionClaims, 'claims'>

/** Our own claims of a session that this user begins now, or for which the revocations were checked when `checked` was read. */
export const ownClaimsOf = (context: AuthContext, stored: AdapterUser, checked = stored): OwnClaims => {
  const id = String(stored.id)
  const user = { id, revokedAt: readRevocation(checked), checkedAt: toSeconds(context.runtime.now()) }
  return isEmailVerified(stored) ? { user } : { user, unverified: hasAddress(stored) ? id : [id] }
}

/** Our own claims of a new session. A revocation since the previous session was checked ends one that continues it. */
export const findOwnClaims = async (context: AuthContext, newSession: NewSession): Promise<OwnClaims> => {
  const stored = await findStoredUser(context, newSession)
  return stored === null ? {} : ownClaimsOf(context, stored, newSession.continues?.user)
}

/**
 * Whether a session that began unverified is over: the user has verified the address since, lost it to a user who verified it,
 * or was deleted. The database cannot end a session in a cookie, so each check asks for the user. Without an adapter the session
 * continues.
 */
export const findSuperseded = async (
  context: AuthContext,
  { unverified }: SessionClaims,
): Promise<{ readonly isOver: boolean; readonly user?: AdapterUser }> => {
  const { adapter } = context.config
  if (unverified === undefined || adapter?.getUser === undefined) return { isOver: false }
  const [id, hadAddress] = typeof unverified === 'string' ? [unverified, true] : [unverified[0], false]
  const user = await findUser(adapter, id)
  const isOver =
    user === null || (isEmailVerified(user) && !isImported(context, user)) || (hadAddress && !hasAddress(user))
  return isOver ? { isOver } : { isOver, user }
}
