import type { AuthContext } from '../config/engine-types.ts'
import type { Cookie } from '../types/http.ts'
import { clearChunked, isAmbiguous, readCandidates, readChunked, writeChunked, type CookieJar } from '../web/cookies.ts'

/** Other libraries do not limit their chunks. This is what servers with the largest limit (64 KiB of headers) accept. */
const MAX_LEGACY_CHUNKS = 16

/** No token has control characters, and some databases throw on them. An injected value must not look like an outage. */
const canBeToken = (value: string): boolean => !/\p{Cc}/u.test(value)

/** The possible values of the session cookie. There are several if an attacker injected one beside it. */
export const ownTokens = (context: AuthContext, jar: CookieJar): readonly string[] =>
  readCandidates(jar, context.cookies.sessionToken.name).filter(canBeToken)

/** The tokens in session cookies of the library that the application used before, with the names of the cookies. */
export const findLegacyTokens = (context: AuthContext, jar: CookieJar) =>
  context.legacyCookies.flatMap(({ name }) => {
    const token = readChunked(jar, name, MAX_LEGACY_CHUNKS)
    return token === undefined || !canBeToken(token) ? [] : [{ name, token }]
  })

/**
 * The session of the only token that has one. If two tokens have one, an attacker injected one of them and the real one cannot
 * be told from it: the result is `null`, or a sibling domain could sign the user in to the attacker's account. Without a session
 * of ours, the first one in a legacy cookie, whose name `open` gets.
 */
export const findSession = async <Loaded>(
  context: AuthContext,
  jar: CookieJar,
  open: (token: string, legacyCookie?: string) => Promise<Loaded | null>,
): Promise<Loaded | null> => {
  let only: Loaded | null = null
  for (const token of ownTokens(context, jar)) {
    const loaded = await open(token)
    if (loaded !== null && only !== null) return null
    only ??= loaded
  }
  if (only !== null) return only
  for (const { name, token } of findLegacyTokens(context, jar)) {
    const loaded = await open(token, name)
    if (loaded !== null) return loaded
  }
  return null
}

/** The cookies that store a token, whole or in chunks, and clear what is left of the previous one. */
export const writeSession = (
  { cookies: { sessionToken } }: AuthContext,
  jar: CookieJar,
  token: string,
  expires: Date,
): readonly Cookie[] => writeChunked(jar, sessionToken.name, token, { ...sessionToken.options, expires })

/** The cookies that clear legacy sessions. A cookie with the name of our session cookie is overwritten instead. */
export const clearLegacyCookies = (context: AuthContext, jar: CookieJar): readonly Cookie[] =>
  context.legacyCookies
    .filter(({ name }) => name !== context.cookies.sessionToken.name)
    .flatMap(({ name, options }) => clearChunked(jar, name, options))

/** The same after a legacy session was converted, unless `keepCookies` is set for servers with the other library. */
export const dropLegacyCookies = (context: AuthContext, jar: CookieJar): readonly Cookie[] =>
  context.config.legacySessions?.keepCookies === true ? [] : clearLegacyCookies(context, jar)

export const clearSession = (context: AuthContext, jar: CookieJar): readonly Cookie[] => [
  ...clearLegacyCookies(context, jar),
  ...clearChunked(jar, context.cookies.sessionToken.name, context.cookies.sessionToken.options),
]

/** Whether the browser sent more session cookies than this library would write. A sibling domain may have injected some. */
export const isSessionAmbiguous = (context: AuthContext, jar: CookieJar): boolean =>
  [context.cookies.sessionToken, ...context.legacyCookies].some(({ name }) => isAmbiguous(jar, name))

/** Clear an invalid session, but not beside an injected cookie: the browser would keep that one, of an attacker. */
export const clearInvalid = (context: AuthContext, jar: CookieJar): readonly Cookie[] =>
  isSessionAmbiguous(context, jar) ? [] : clearSession(context, jar)
