import { copyJson, defined } from '../base/json.ts'
import type { JWT } from '../types/jwt.ts'

/** The claim about the user of the session. No callback can read, lose or set it. */
const USER = 'authwright.user'

/** The user of a session in a cookie: the one who signed in. The `jwt` callback may change `sub`. */
export interface TokenUser {
  readonly id: string
  /** When the user was looked up last, in seconds. `0`: never, as in a token of another library. */
  readonly checkedAt: number
  /** `sessionsRevokedAt` at the sign-in, in milliseconds. A later one ends the session. None: not a database user. */
  readonly revokedAt?: number | undefined
  /** Set if the session began before the user verified their address: whether the user had one. */
  readonly unverified?: 'with-address' | 'without-address' | undefined
}

/** The claims that callbacks see, and the user apart from them. */
export interface SessionClaims {
  readonly claims: JWT
  /** `undefined`: a token of another library that does not say who signed in. */
  readonly user?: TokenUser | undefined
}

/** The claim is a short list, because each check of a session parses it. The id is left out if `sub` has it. */
type UserClaim = readonly [
  checkedAt?: number | null,
  revokedAt?: number | null,
  id?: string | null,
  unverified?: TokenUser['unverified'] | null,
]

const toClaim = (user: TokenUser | undefined, sub: unknown): UserClaim | undefined => {
  if (user === undefined) return undefined
  const { id, checkedAt, revokedAt, unverified } = user
  const values = [checkedAt === 0 ? undefined : checkedAt, revokedAt, id === sub ? undefined : id, unverified] as const
  const length = values.findLastIndex((value) => value !== undefined) + 1
  return length === 0 ? undefined : (values.slice(0, length) as unknown as UserClaim)
}

const readClaim = (claim: unknown, sub: unknown): TokenUser | undefined => {
  // Destructuring an array takes longer.
  const values = (Array.isArray(claim) ? claim : []) as unknown as UserClaim
  const id = values[2] ?? sub
  if (typeof id !== 'string') return undefined
  return { id, checkedAt: values[0] ?? 0, revokedAt: values[1] ?? undefined, unverified: values[3] ?? undefined }
}

export const splitClaims = (sealed: JWT): SessionClaims => {
  const { [USER]: claim, ...claims } = sealed
  return { claims, user: readClaim(claim, claims.sub) }
}

/** The claims to seal. A callback can neither lose nor move `auth_time`. */
export const joinClaims = ({ claims: all, user }: SessionClaims, authTime: number): JWT => {
  const { claims } = splitClaims(all)
  return { ...claims, auth_time: authTime, ...defined({ [USER]: toClaim(user, claims.sub) }) }
}

/** A copy of the claims, so that no caller can change those of another. The user is never changed. */
export const copyClaims = ({ claims, user }: SessionClaims): SessionClaims => ({ claims: copyJson(claims), user })
