import { defined } from '../base/json.ts'
import type { AuthContext } from '../config/engine-types.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified, readUser } from '../store/rows.ts'
import type { AdapterUser, JWT, User } from '../types/index.ts'
import type { NewSession } from './session-view.ts'

/** The claim of a session that began before the user verified their e-mail address. Its value is the id of the user. */
const UNVERIFIED = 'authwright.unverified'

/** The claim of a session whose `sub` was changed by the application. Its value is the id of the user who signed in. */
const USER_ID = 'authwright.user'

/** The claims that callbacks see, and apart from them our own. */
export interface SessionClaims {
  readonly claims: JWT
  /** The id of the user, if the session began unverified. */
  readonly unverified?: string | undefined
  /** The id of the user, if `sub` is another one. */
  readonly userId?: string | undefined
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Separate our claims from the others, so that a callback can neither lose nor set them. */
export const splitClaims = (sealed: JWT): SessionClaims => {
  if (!(UNVERIFIED in sealed) && !(USER_ID in sealed)) return { claims: sealed }
  const { [UNVERIFIED]: unverified, [USER_ID]: userId, ...claims } = sealed
  return { claims, ...defined({ unverified: text(unverified), userId: text(userId) }) }
}

/** The claims to seal. */
export const joinClaims = ({ claims, unverified, userId }: SessionClaims): JWT => ({
  ...splitClaims(claims).claims,
  ...defined({ [UNVERIFIED]: unverified, [USER_ID]: userId }),
})

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

/** The claim of a new session, if its user is stored and unverified. `authorize` may return any user, so look it up. */
export const findUnverified = async (
  { config: { adapter, methods } }: AuthContext,
  { user, account }: NewSession,
): Promise<string | undefined> => {
  if (adapter === undefined || user.id === undefined) return undefined
  const id = String(user.id)
  const hasStoredUser = methods.find(account.type)?.facts.hasStoredUsers !== false
  const stored = hasStoredUser ? user : await findCredentialsUser(adapter, id, user)
  return stored === null || isEmailVerified(stored) ? undefined : id
}

/**
 * Whether a session that began unverified is over: the user has verified the address since, or was deleted. The database cannot
 * end a session in a cookie, so each check asks for the user. Without an adapter the session continues.
 */
export const findSuperseded = async (
  { config: { adapter } }: AuthContext,
  { unverified }: SessionClaims,
): Promise<{ readonly isOver: boolean; readonly user?: AdapterUser }> => {
  if (unverified === undefined || adapter?.getUser === undefined) return { isOver: false }
  const user = await findUser(adapter, unverified)
  return user === null || isEmailVerified(user) ? { isOver: true } : { isOver: false, user }
}
