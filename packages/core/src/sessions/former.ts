import type { Site } from '../config/site.ts'
import type { Cookie } from '../types/http.ts'
import { forgetChunked, readChunked } from '../web/chunks.ts'
import type { CookieJar } from '../web/cookies.ts'
import { canBeToken } from './candidates.ts'
import { isCurrent, openWith } from './token.ts'
import type { Opened } from './token.ts'

/** Other libraries know no bound, so this is what the most generous servers let through: some 64 KiB of headers. */
const MOST_CHUNKS = 16

interface FormerToken {
  /** The name of the cookie. */
  readonly name: string
  readonly token: string
}

/** The session tokens that a browser still has of a library that was here before. */
export const findFormerTokens = (site: Site, jar: CookieJar): readonly FormerToken[] =>
  site.formerCookies.flatMap(({ name }) => {
    const token = readChunked(jar, name, MOST_CHUNKS)
    return token === undefined || !canBeToken(token) ? [] : [{ name, token }]
  })

/** Open the first of these tokens that its own library would still take. */
export const openFormer = async (site: Site, jar: CookieJar): Promise<Opened> => {
  const decode = site.config.former?.decode
  let didThrow = false
  if (decode === undefined) return { claims: null, didThrow }
  for (const { name, token } of findFormerTokens(site, jar)) {
    const opened = await openWith(decode, site, token, name)
    didThrow ||= opened.didThrow
    const { claims } = opened
    if (claims !== null && isCurrent(claims, site.runtime.now() / 1000)) return opened
  }
  return { claims: null, didThrow }
}

/** The cookies that make the browser forget what it has of the other library. */
export const forgetFormer = (site: Site, jar: CookieJar): readonly Cookie[] =>
  site.formerCookies
    // One that bears the name of ours is overwritten, not forgotten.
    .filter(({ name }) => name !== site.cookies.session.name)
    .flatMap(({ name, options }) => forgetChunked(jar, name, options))

/** The same once its session was taken over, unless servers with the other library are to find it still. */
export const dropFormer = (site: Site, jar: CookieJar): readonly Cookie[] =>
  site.config.former?.keepsCookies === true ? [] : forgetFormer(site, jar)
