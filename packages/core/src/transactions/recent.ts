import { isObject, parseJson } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { Site } from '../config/site.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'

const nameOf = (site: Site): string => `${site.cookies.challenge.name}.recent`

const purposeOf = (site: Site): string => `recent sign-in ${nameOf(site)}`

/**
 * The cookie that says who has just signed in, and when. A session can be weeks old, or in the wrong hands; a way to sign in is
 * only added or taken away by somebody who has just proven who they are.
 */
export const markRecent = async (site: Site, userId: string, seconds: number): Promise<Cookie> => {
  const now = site.runtime.now()
  const value = await site.keyring.seal(purposeOf(site), JSON.stringify({ userId, at: toSeconds(now) }))
  const expires = new Date(now + seconds * 1000)
  return { name: nameOf(site), value, options: { ...site.cookies.challenge.options, maxAge: seconds, expires } }
}

/** Whether this user has signed in in this browser within the last so many seconds. */
export const isRecent = async (site: Site, jar: CookieJar, userId: string, seconds: number): Promise<boolean> => {
  const value = findCookie(jar, nameOf(site))
  const plaintext = value === undefined ? null : await site.keyring.open(purposeOf(site), value)
  const mark = plaintext === null ? undefined : parseJson(plaintext)
  if (!isObject(mark) || mark['userId'] !== userId || typeof mark['at'] !== 'number') return false
  return toSeconds(site.runtime.now()) - mark['at'] <= seconds
}
