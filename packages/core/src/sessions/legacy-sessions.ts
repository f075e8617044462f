import type { AuthContext } from '../config/engine-types.ts'
import { isTokenCurrent } from '../base/time.ts'
import type { Cookie } from '../types/http.ts'
import { clearChunked, readChunked } from '../web/chunks.ts'
import type { CookieJar } from '../web/cookies.ts'
import { canBeToken } from './session-cookie.ts'
import { openWith } from './session-token.ts'
import type { Opened } from './session-token.ts'

/** Other libraries know no bound, so this is what the most generous servers let through: some 64 KiB of headers. */
const MOST_CHUNKS = 16

interface FormerToken {
  /** The name of the cookie. */
  readonly name: string
  readonly token: string
}

/** The session tokens that a browser still has of a library that was here before. */
export const findLegacyTokens = (context: AuthContext, jar: CookieJar): readonly FormerToken[] =>
  context.legacyCookies.flatMap(({ name }) => {
    const token = readChunked(jar, name, MOST_CHUNKS)
    return token === undefined || !canBeToken(token) ? [] : [{ name, token }]
  })

/** Open the first of these tokens that its own library would still take. */
export const openLegacySession = async (context: AuthContext, jar: CookieJar): Promise<Opened> => {
  const decode = context.config.legacySessions?.decode
  let didThrow = false
  if (decode === undefined) return { claims: null, didThrow }
  for (const { name, token } of findLegacyTokens(context, jar)) {
    const opened = await openWith(decode, context, token, name)
    didThrow ||= opened.didThrow
    const { claims } = opened
    if (claims !== null && isTokenCurrent(claims, context.runtime.now() / 1000)) return opened
  }
  return { claims: null, didThrow }
}

/** The cookies that make the browser forget what it has of the other library. */
export const clearLegacyCookies = (context: AuthContext, jar: CookieJar): readonly Cookie[] =>
  context.legacyCookies
    // One that bears the name of ours is overwritten, not forgotten.
    .filter(({ name }) => name !== context.cookies.session.name)
    .flatMap(({ name, options }) => clearChunked(jar, name, options))

/** The same once its session was taken over, unless servers with the other library are to find it still. */
export const dropLegacyCookies = (context: AuthContext, jar: CookieJar): readonly Cookie[] =>
  context.config.legacySessions?.keepsCookies === true ? [] : clearLegacyCookies(context, jar)
