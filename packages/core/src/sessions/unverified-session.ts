import type { AuthContext } from '../config/engine-types.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser, isEmailVerified, readUser } from '../store/rows.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { User } from '../types/user.ts'
import type { JWT } from '../types/jwt.ts'
import type { NewSession } from './session-types.ts'

/** The claim of a session that began while nobody had proven the address of its user: the id of that user. */
const CLAIM = 'authwright.unproven'

/** Claims as the owner's callbacks see them, and whose address nobody had proven when the session began. */
export interface MarkedClaims {
  readonly claims: JWT
  readonly unverified?: string | undefined
}

/** Part the mark from the claims. A callback sees the claims only, so it can neither lose the mark nor set it. */
export const splitClaims = (sealed: JWT): MarkedClaims => {
  if (!(CLAIM in sealed)) return { claims: sealed }
  const { [CLAIM]: unproven, ...claims } = sealed
  return typeof unproven === 'string' ? { claims, unverified: unproven } : { claims }
}

/** The claims to be sealed. */
export const joinClaims = ({ claims, unverified: unproven }: MarkedClaims): JWT => {
  const { claims: own } = splitClaims(claims)
  return unproven === undefined ? own : { ...own, [CLAIM]: unproven }
}

/**
 * The user of the database whom `authorize` means. Ids of the application's own may be none of the database's: where it fails
 * over "1" for a UUID, which is how an outage looks too, the address tells who it is, or fails as well.
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

/**
 * The mark of a new session. People of a site without a database have no address to prove, nor have those of the application's
 * own who are no users of the database. Whether they are, only the database says: `authorize` answers what it likes.
 */
export const unverifiedMark = async (
  { config: { adapter, methods } }: AuthContext,
  { user, account }: NewSession,
): Promise<string | undefined> => {
  if (adapter === undefined || user.id === undefined) return undefined
  const id = String(user.id)
  const known =
    methods.find(account.type)?.facts.hasStoredUsers === false ? await findCredentialsUser(adapter, id, user) : user
  return known === null || isEmailVerified(known) ? undefined : id
}

/**
 * Whether a session is over because somebody has proven the address since, or the user is gone. Nothing in a database ends a
 * session in a cookie, so this asks for the user of a marked one. Without an adapter nobody can be asked.
 */
export const findSuperseded = async (
  { config: { adapter } }: AuthContext,
  { unverified: unproven }: MarkedClaims,
): Promise<{ readonly isOver: boolean; readonly user?: AdapterUser }> => {
  if (unproven === undefined || adapter?.getUser === undefined) return { isOver: false }
  const user = await findUser(adapter, unproven)
  return user === null || isEmailVerified(user) ? { isOver: true } : { isOver: false, user }
}
