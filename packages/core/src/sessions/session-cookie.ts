import type { AuthContext } from '../config/engine-types.ts'
import { isAmbiguous, readCandidates } from '../web/chunks.ts'
import type { CookieJar } from '../web/cookies.ts'

/**
 * Whether a value can be a token. Databases fail over control characters, which nobody's tokens have: asked for a planted one they
 * would keep a person out by an outage that is none.
 */
export const canBeToken = (value: string): boolean => !/\p{Cc}/u.test(value)

/** The values that a browser has under the name of our session cookie: one, unless somebody planted another beside it. */
export const ownTokens = (context: AuthContext, jar: CookieJar): readonly string[] =>
  readCandidates(jar, context.cookies.session.name).filter(canBeToken)

/**
 * Whether a cookie was planted beside ours, or beside one of a library that was here before. Then nothing is taken away: the
 * browser would be left with the other, which may be a session of whoever planted it.
 */
export const hasInjectedCookie = ({ cookies, legacyCookies: formerCookies }: AuthContext, jar: CookieJar): boolean =>
  [cookies.session, ...formerCookies].some(({ name }) => isAmbiguous(jar, name))

/**
 * The only one of some tokens that stands for a session; where none does, what `otherwise` finds. Of two that do one was
 * planted, and nobody can tell which; to choose, or to look elsewhere, would let a neighbouring site sign somebody in as
 * somebody else.
 */
export const findSingle = async <Held>(
  tokens: readonly string[],
  open: (token: string) => Promise<Held | null>,
  otherwise: () => Promise<Held | null>,
): Promise<Held | null> => {
  const found: Held[] = []
  for (const token of tokens) {
    const held = await open(token)
    if (held !== null) found.push(held)
  }
  const [only = null, ...more] = found
  if (more.length > 0) return null
  return only ?? otherwise()
}
