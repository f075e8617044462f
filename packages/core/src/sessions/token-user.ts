import type { AuthContext } from '../config/engine-types.ts'
import { isImported } from '../config/imported-users.ts'
import { findAuthTime, toSeconds, readDate } from '../base/time.ts'
import { causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import { findCredentialsUser, findUser, isEmailVerified } from '../store/rows.ts'
import type { AdapterUser, User } from '../types/index.ts'
import { readRevocation, type Revocation } from './revoke-sessions.ts'
import type { SessionClaims, TokenUser } from './session-claims.ts'
import { isRenewalDue, type NewSession } from './session-view.ts'

/** Why a token is written again: with the revocation that it outlives, or none. */
export interface Renewal {
  readonly revocation: Revocation | undefined
}

const hasAddress = ({ email }: User): boolean => (email ?? '') !== ''

/** The user of a session as the token names them. `checked` is the row when the revocations were checked last. */
const toTokenUser = ({ runtime }: AuthContext, stored: AdapterUser, checked = stored): TokenUser => {
  const user = { id: String(stored.id), checkedAt: toSeconds(runtime.now()), revokedAt: readRevocation(checked) }
  if (isEmailVerified(stored)) return user
  return { ...user, unverified: hasAddress(stored) ? 'with-address' : 'without-address' }
}

/** The user of a new session. A revocation since the previous session was checked ends one that continues it. */
export const newTokenUser = async (context: AuthContext, { user, account, continues }: NewSession) => {
  const { adapter, methods } = context.config
  if (user.id === undefined) return undefined
  const id = String(user.id)
  if (adapter === undefined) return { id, checkedAt: 0 }
  // `authorize` may return any user, so look it up.
  const isStored = methods.find(account.type)?.facts.hasStoredUsers !== false
  const stored = isStored ? (user as AdapterUser) : await findCredentialsUser(adapter, id, user)
  const checkedAt = toSeconds(context.runtime.now())
  return stored === null ? { id, checkedAt } : toTokenUser(context, stored, continues?.user)
}

/** The row of the user of a session, or `null`. An id that the database never had may be invalid there. */
export const findTokenUser = async ({ config: { adapter } }: AuthContext, { claims, user }: SessionClaims) => {
  if (adapter === undefined || user === undefined) return null
  return user.revokedAt === undefined
    ? findCredentialsUser(adapter, user.id, { email: claims.email ?? null })
    : findUser(adapter, user.id)
}

/** Whether its user was deleted, revoked it, verified the address since, or lost it. It outlives `own` only. */
export const isOver = (context: AuthContext, session: SessionClaims, stored: AdapterUser | null, own?: Revocation) => {
  const { claims, user } = session
  // `authorize` may return users whom the database does not have.
  if (stored === null) return user?.revokedAt !== undefined
  const authTime = (findAuthTime(claims) ?? 0) * 1000
  // The claim has whole seconds, and the user may have signed in at the beginning of this one.
  const began = user?.revokedAt ?? Math.max(0, authTime - 1)
  if ((own?.before ?? 0) > began || readRevocation(stored) > (own?.at ?? began)) return true
  if (user?.unverified === 'with-address' && !hasAddress(stored)) return true
  if (!isEmailVerified(stored) || isImported(context, stored)) return false
  // A token of another library does not say whether the address was verified. Its time has whole seconds.
  const verifiedAt = user?.checkedAt === 0 ? (readDate(stored.emailVerified)?.getTime() ?? 0) : 0
  return user?.unverified !== undefined || toSeconds(verifiedAt) * 1000 > authTime
}

/** The user of a session from now on; `'unknown'` if the database failed; `undefined` if no look-up is due. */
export const checkTokenUser = async (context: AuthContext, session: SessionClaims, renewal: Renewal | undefined) => {
  const { adapter, logger } = context.config
  const { user } = session
  if (adapter?.getUser === undefined || user === undefined) return undefined
  const isDue = renewal !== undefined || isRenewalDue(context, user.checkedAt)
  if (!isDue && user.unverified === undefined) return undefined
  try {
    const stored = await findTokenUser(context, session)
    if (isOver(context, session, stored, renewal?.revocation)) return 'over'
    if (stored === null) return { ...user, checkedAt: toSeconds(context.runtime.now()) }
    const now = toTokenUser(context, stored)
    return user.revokedAt === undefined ? now : { ...now, unverified: user.unverified }
  } catch (error) {
    if (user.unverified !== undefined)
      throw authError('SessionTokenError', 'The session could not be read', causeOf(error))
    logger.error(authError('JWTSessionError', 'The user of a session could not be looked up', causeOf(error)))
    return 'unknown'
  }
}
