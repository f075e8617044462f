import type { AuthContext } from '../config/engine-types.ts'
import { toSeconds } from '../base/time.ts'
import { causeOf } from '../errors/auth-error.ts'
import { authError } from '../errors/error-classes.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { findUser } from '../store/rows.ts'
import type { AdapterUser } from '../types/adapter.ts'
import { readRevocation } from './revoke-sessions.ts'
import type { SessionClaims, TokenUser } from './session-claims.ts'
import type { LoadedToken } from './session-token.ts'
import { isRenewalDue } from './session-view.ts'
import { findCredentialsUser } from './unverified-session.ts'

/** What a look-up of the user of a session in a cookie found. */
export type UserCheck =
  /** The session continues. `user` is the new claim. */
  | { readonly state: 'current'; readonly user: TokenUser | undefined }
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

const findTokenUser = (
  adapter: BoundAdapter,
  { claims, user }: SessionClaims,
  known: AdapterUser | undefined,
): Promise<AdapterUser | null> | AdapterUser => {
  if (user === undefined) return findCredentialsUser(adapter, claims.sub ?? '', { email: claims.email ?? null })
  return known?.id === user.id ? known : findUser(adapter, user.id)
}

/** Whether the sessions of a user were revoked after this session began. */
export const isRevoked = ({ claims, user }: SessionClaims, stored: AdapterUser): boolean =>
  readRevocation(stored) > (user?.revokedAt ?? (claims.iat ?? 0) * 1000)

/**
 * Look up the user of a session in a cookie. `known` is the user if the database was already asked. `isProof`: the user has just
 * proved who they are, so the session continues after the revocation that this caused.
 */
export const checkTokenUser = async (
  { config: { adapter, logger }, runtime }: AuthContext,
  session: SessionClaims,
  known: AdapterUser | undefined,
  isProof: boolean,
): Promise<UserCheck> => {
  if (adapter?.getUser === undefined) return { state: 'current', user: session.user }
  try {
    const stored = await findTokenUser(adapter, session, known)
    // `authorize` may return users whom the database does not have.
    if (stored === null) return session.user === undefined ? { state: 'current', user: undefined } : { state: 'over' }
    if (!isProof && isRevoked(session, stored)) return { state: 'over' }
    const user = { id: stored.id, revokedAt: readRevocation(stored), checkedAt: toSeconds(runtime.now()) }
    return { state: 'current', user }
  } catch (error) {
    logger.error(authError('JWTSessionError', 'The user of a session could not be looked up', causeOf(error)))
    return { state: 'unknown' }
  }
}
