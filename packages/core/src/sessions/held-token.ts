import type { Site } from '../config/site.ts'
import type { JWT } from '../types/jwt.ts'
import type { CookieJar } from '../web/cookies.ts'
import { findOnly, ownTokens } from './candidates.ts'
import { openFormer } from './former.ts'
import { openToken } from './token.ts'
import type { Opened } from './token.ts'
import { unmark } from './unproven.ts'
import type { Marked } from './unproven.ts'

/** A session in a cookie. */
export interface Held extends Marked {
  /** It came in a cookie of a library that was here before, so that ours has to be written. */
  readonly isFormer: boolean
}

/** What a browser holds. */
interface Found extends Pick<Opened, 'didThrow'> {
  readonly held: Held | null
}

/** The session of a browser's token, own or former. */
export const findHeld = async (site: Site, jar: CookieJar): Promise<Found> => {
  let didThrow = false
  const claimsOf = (opened: Opened): JWT | null => {
    didThrow ||= opened.didThrow
    return opened.claims
  }
  const open = async (token: string): Promise<Held | null> => {
    const claims = claimsOf(await openToken(site, token))
    return claims === null ? null : { ...unmark(claims), isFormer: false }
  }
  const findFormer = async (): Promise<Held | null> => {
    const claims = claimsOf(await openFormer(site, jar))
    return claims === null ? null : { claims, isFormer: true }
  }
  const held = await findOnly(ownTokens(site, jar), open, findFormer)
  return { held, didThrow }
}
