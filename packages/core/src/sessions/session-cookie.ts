import { allReady, whenReady, type Awaitable } from '../base/async.ts'
import type { AuthContext } from '../config/engine-types.ts'
import type { Cookie } from '../types/http.ts'
import {
  clearChunked,
  isAmbiguous,
  MAX_LEGACY_CHUNKS,
  readCandidates,
  readChunked,
  writeChunked,
  type CookieJar,
} from '../web/cookies.ts'

/**
 * Control characters are in no token, and some databases and codecs throw on them. That must not look like an outage. Tokens that this
 * library opens itself are not checked: it refuses them without an error.
 */
export const canBeToken = (value: string): boolean => !/\p{Cc}/u.test(value)

/** The possible values of the session cookie. There are several if an attacker injected one beside it. */
export const ownTokens = (context: AuthContext, jar: CookieJar): readonly string[] =>
  readCandidates(jar, context.cookies.sessionToken.name)

/** The tokens in session cookies of the library that the application used before, with the names of the cookies. */
export const findLegacyTokens = (context: AuthContext, jar: CookieJar) =>
  context.legacyCookies.flatMap(({ name }) => {
    const token = readChunked(jar, name, MAX_LEGACY_CHUNKS)
    return token === undefined ? [] : [{ name, token }]
  })

type Open<Loaded> = (token: string, legacyCookie?: string) => Awaitable<Loaded | null>

/** The session of the first legacy cookie that has one. */
const findLegacySession = async <Loaded>(
  context: AuthContext,
  jar: CookieJar,
  open: Open<Loaded>,
): Promise<Loaded | null> => {
  for (const { name, token } of findLegacyTokens(context, jar)) {
    const loaded = await open(token, name)
    if (loaded !== null) return loaded
  }
  return null
}

/**
 * The session of the only token that has one. Of two, an attacker injected one: `null`, or a sibling domain could sign
 * the user in to its own account. Without one of ours, that of the first legacy cookie, whose name `open` gets.
 */
export const findSession = <Loaded>(
  context: AuthContext,
  jar: CookieJar,
  open: Open<Loaded>,
): Awaitable<Loaded | null> => {
  const tokens = ownTokens(context, jar)
  if (tokens.length === 0)
    context.runtime.trace?.('session cookie', {
      name: context.cookies.sessionToken.name,
      why: 'the browser sent none',
    })
  return whenReady(allReady(tokens.map((token) => open(token))), (opened): Awaitable<Loaded | null> => {
    const [only, other] = opened.filter((loaded) => loaded !== null)
    if (only !== undefined) return other === undefined ? only : null
    return context.legacyCookies.length === 0 ? null : findLegacySession(context, jar, open)
  })
}

/** The cookies that store a token, whole or in chunks, and clear what is left of the previous one. */
export const writeSession = (context: AuthContext, jar: CookieJar, token: string, expires: Date): readonly Cookie[] => {
  const { name, options } = context.cookies.sessionToken
  return writeChunked(jar, name, token, { ...options, expires })
}

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

/** Whether the browser sent more session cookies than we write. A sibling domain may have injected some. */
export const isSessionAmbiguous = (context: AuthContext, jar: CookieJar): boolean =>
  [context.cookies.sessionToken, ...context.legacyCookies].some(({ name }) => isAmbiguous(jar, name))

/** Clear an invalid session, but not beside an injected cookie: the browser would keep that one, of an attacker. */
export const clearInvalid = (context: AuthContext, jar: CookieJar): readonly Cookie[] =>
  isSessionAmbiguous(context, jar) ? [] : clearSession(context, jar)
