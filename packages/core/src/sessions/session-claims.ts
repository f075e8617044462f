import { defined } from '../base/json.ts'
import type { JWT } from '../types/jwt.ts'

/** The claim of a session that began before the user verified their e-mail address. */
const UNVERIFIED = 'authwright.unverified'
/** The value of the claim: the id of the user, in a list if the user had no address. */
type Unverified = string | readonly [id: string]
/** The claim that names the user of the session in the database. */
const USER = 'authwright.user'
/** The claim of a session whose `sub` the `jwt` callback changed, if the database does not have the user: the first `sub`. */
const SIGNED_IN_AS = 'authwright.signed-in-as'

/** The user of a session in a cookie, if the database has the user. */
export interface TokenUser {
  /** The id in the database. The `jwt` callback may change `sub`. */
  readonly id: string
  /** The user's `sessionsRevokedAt` at the sign-in, in milliseconds. A later one ends the session. */
  readonly revokedAt: number
  /** When the user was looked up last, in seconds. */
  readonly checkedAt: number
}

/** The claims that callbacks see, and apart from them those that no callback can lose or set. */
export interface SessionClaims {
  readonly claims: JWT
  /** The user, if the session began unverified. */
  readonly unverified?: Unverified | undefined
  readonly user?: TokenUser | undefined
  /** The id of the user who signed in, if neither `user` nor `sub` has it. */
  readonly signedInAs?: string | undefined
}

/** The id of the user who signed in. A callback may give the session another `sub`; that does not change who signed in. */
export const findUserId = ({ claims, user, signedInAs }: SessionClaims): string | undefined =>
  user?.id ?? signedInAs ?? claims.sub

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const readUnverified = (value: unknown): Unverified | undefined => {
  const id = Array.isArray(value) && value.length === 1 ? text(value[0]) : undefined
  return id === undefined ? text(value) : [id]
}

/** The claim as short text, because each check of a session parses it. The id is left out if `sub` has it. */
const writeTokenUser = ({ id, revokedAt, checkedAt }: TokenUser, sub: unknown): string =>
  id === sub ? `${checkedAt} ${revokedAt}` : `${checkedAt} ${revokedAt} ${id}`

const readTokenUser = (value: unknown, sub: unknown): TokenUser | undefined => {
  if (typeof value !== 'string') return undefined
  const [first, second] = [value.indexOf(' '), value.indexOf(' ', value.indexOf(' ') + 1)]
  const checkedAt = Number(value.slice(0, first))
  const revokedAt = Number(second === -1 ? value.slice(first + 1) : value.slice(first + 1, second))
  const id = second === -1 ? sub : value.slice(second + 1)
  return typeof id === 'string' && checkedAt > 0 && revokedAt >= 0 ? { id, revokedAt, checkedAt } : undefined
}

/** Separate our own claims from the others. */
export const splitClaims = (sealed: JWT): SessionClaims => {
  if (!(UNVERIFIED in sealed) && !(USER in sealed) && !(SIGNED_IN_AS in sealed)) return { claims: sealed }
  const { [UNVERIFIED]: unverified, [USER]: user, [SIGNED_IN_AS]: signedInAs, ...claims } = sealed
  return {
    claims,
    unverified: readUnverified(unverified),
    user: readTokenUser(user, claims.sub),
    signedInAs: text(signedInAs),
  }
}

/** Our own claims as they are sealed. */
const ownClaims = ({ claims, unverified, user, signedInAs }: SessionClaims): JWT =>
  defined({
    [UNVERIFIED]: unverified,
    [USER]: user === undefined ? undefined : writeTokenUser(user, claims.sub),
    [SIGNED_IN_AS]: signedInAs,
  })

/** The claims to seal. A callback can neither lose nor move `auth_time`. */
export const joinClaims = (session: SessionClaims, authTime: number): JWT => ({
  ...splitClaims(session.claims).claims,
  auth_time: authTime,
  ...ownClaims(session),
})

/** The claims as text for the cache: separated already, and our own ones so that reading them takes little time. */
export const toCacheText = (session: SessionClaims): string => {
  const { claims, unverified, user, signedInAs } = session
  const isShort = unverified === undefined && signedInAs === undefined
  const own = isShort ? user && writeTokenUser(user, claims.sub) : JSON.stringify(ownClaims(session))
  return `${JSON.stringify(claims)}\n${own ?? ''}`
}

/** The claims of a text that `toCacheText` made. JSON has no line breaks, so the first one ends the claims. */
export const fromCacheText = (text: string): SessionClaims => {
  const end = text.indexOf('\n')
  const claims = JSON.parse(text.slice(0, end)) as JWT
  const own = text.slice(end + 1)
  if (own.startsWith('{')) return splitClaims({ ...claims, ...(JSON.parse(own) as JWT) })
  return own === '' ? { claims } : { claims, user: readTokenUser(own, claims.sub) }
}
