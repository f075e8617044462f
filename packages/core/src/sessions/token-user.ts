import type { AuthContext } from '../config/engine-types.ts'
import { causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser } from '../store/rows.ts'
import type { AdapterUser } from '../types/adapter.ts'
import { readRevocation, type Revocation } from './revoke-sessions.ts'
import { findUserId, type SessionClaims } from './session-claims.ts'
import type { LoadedToken } from './session-token.ts'
import { isRenewalDue } from './session-view.ts'
import { findCredentialsUser, ownClaimsOf } from './unverified-session.ts'

/** What a look-up of the user of a session in a cookie found. */
export type UserCheck =
  /** The session continues, with new claims. */
  | { readonly state: 'current'; readonly session: SessionClaims }
  /** The user was deleted, or the user's sessions were revoked. */
  | { readonly state: 'over' }
  /** The database failed. */
  | { readonly state: 'unknown' }

/**
 * Whether the renewal of a session looks up the user. The claim has its own time: a `jwt` callback that changes the token often
 * writes it often. A token of an older version or of another library has no claim; its `sub` is looked up once.
 */
export const isUserCheckDue = (context: AuthContext, { claims, user, isLegacy }: LoadedToken): boolean => {
  if (context.config.adapter?.getUser === undefined) return false
  if (user !== undefined) return isRenewalDue(context, user.checkedAt)
  return (isLegacy || claims.auth_time === undefined) && typeof claims.sub === 'string'
}

/** The user of a session, or `null`. `known` is the user if the database was already asked. */
export const findTokenUser = (
  adapter: BoundAdapter,
  session: SessionClaims,
  known: AdapterUser | undefined,
): Promise<AdapterUser | null> | AdapterUser => {
  const { claims, user } = session
  if (user === undefined)
    return findCredentialsUser(adapter, findUserId(session) ?? '', { email: claims.email ?? null })
  return known?.id === user.id ? known : findUser(adapter, user.id)
}

/**
 * Whether the sessions of a user were revoked after this session began. `own` is the revocation of the user's current action, which
 * this session outlives. It outlives no other one, written before or after it.
 */
export const isRevoked = ({ claims, user }: SessionClaims, stored: AdapterUser, own?: Revocation): boolean => {
  const began = user?.revokedAt ?? (claims.iat ?? 0) * 1000
  return (own?.before ?? 0) > began || readRevocation(stored) > (own?.at ?? began)
}

/**
 * Look up the user of a session in a cookie. `known` is the user if the database was already asked. `own` is the revocation that
 * the session outlives.
 */
export const checkTokenUser = async (
  context: AuthContext,
  session: SessionClaims,
  known: AdapterUser | undefined,
  own: Revocation | undefined,
): Promise<UserCheck> => {
  const { adapter, logger } = context.config
  if (adapter?.getUser === undefined) return { state: 'current', session }
  try {
    const stored = await findTokenUser(adapter, session, known)
    // `authorize` may return users whom the database does not have.
    if (stored === null) return session.user === undefined ? { state: 'current', session } : { state: 'over' }
    if (isRevoked(session, stored, own)) return { state: 'over' }
    const { user, unverified } = ownClaimsOf(context, stored)
    // Another library does not write whether the address was verified when the session began, so the present state counts.
    const began = session.user === undefined ? unverified : session.unverified
    return { state: 'current', session: { ...session, user, unverified: began } }
  } catch (error) {
    logger.error(authError('JWTSessionError', 'The user of a session could not be looked up', causeOf(error)))
    return { state: 'unknown' }
  }
}
