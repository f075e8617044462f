import type { AuthContext } from '../config/engine-types.ts'
import type { JWT } from '../types/jwt.ts'
import type { CookieJar } from '../web/cookies.ts'
import { findSingle, ownTokens } from './session-cookie.ts'
import { openLegacySession } from './legacy-sessions.ts'
import { openToken } from './session-token.ts'
import type { Opened } from './session-token.ts'
import { splitClaims } from './unverified-session.ts'
import type { MarkedClaims } from './unverified-session.ts'

/** A session in a cookie. */
export interface LoadedToken extends MarkedClaims {
  /** It came in a cookie of a library that was here before, so that ours has to be written. */
  readonly isLegacy: boolean
}

/** What a browser holds. */
interface Found extends Pick<Opened, 'didThrow'> {
  readonly held: LoadedToken | null
}

/** The session of a browser's token, own or former. */
export const loadToken = async (context: AuthContext, jar: CookieJar): Promise<Found> => {
  let didThrow = false
  const claimsOf = (opened: Opened): JWT | null => {
    didThrow ||= opened.didThrow
    return opened.claims
  }
  const open = async (token: string): Promise<LoadedToken | null> => {
    const claims = claimsOf(await openToken(context, token))
    return claims === null ? null : { ...splitClaims(claims), isLegacy: false }
  }
  const findFormer = async (): Promise<LoadedToken | null> => {
    const claims = claimsOf(await openLegacySession(context, jar))
    return claims === null ? null : { claims, isLegacy: true }
  }
  const held = await findSingle(ownTokens(context, jar), open, findFormer)
  return { held, didThrow }
}
