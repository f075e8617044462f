import type { Site } from '../config/site.ts'
import { readCandidates } from '../web/chunks.ts'
import type { CookieJar } from '../web/cookies.ts'

/** The values that a browser has under the name of our session cookie: one, unless somebody planted another beside it. */
export const ownTokens = (site: Site, jar: CookieJar): readonly string[] =>
  readCandidates(jar, site.cookies.session.name)

/**
 * Whether a cookie was planted beside ours. Then ours is not taken away: the browser would be left with the other, which may
 * be a session of whoever planted it.
 */
export const isPlanted = (site: Site, jar: CookieJar): boolean => ownTokens(site, jar).length > 1

/**
 * The only one of some tokens that stands for a session, or `null`. Of two that do one was planted, and nobody can tell
 * which; to choose would let a neighbouring site sign somebody in as somebody else.
 */
export const findOnly = async <Held>(
  tokens: readonly string[],
  open: (token: string) => Promise<Held | null>,
): Promise<Held | null> => {
  const found: Held[] = []
  for (const token of tokens) {
    const held = await open(token)
    if (held !== null) found.push(held)
  }
  return found.length === 1 ? (found[0] ?? null) : null
}
