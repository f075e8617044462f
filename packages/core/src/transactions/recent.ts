import { isObject, parseJson } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { Site } from '../config/site.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, forgetCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'

const nameOf = (site: Site): string => `${site.cookies.challenge.name}.recent`

const purposeOf = (site: Site): string => `recent sign-in ${nameOf(site)}`

/**
 * The cookie that says who has just signed in, and when. A session can be weeks old, or in the wrong hands; a way to sign in is
 * only added or taken away by somebody who has just proven who they are. There is none where nobody has an account to change.
 */
export const markRecent = async (site: Site, userId: string): Promise<readonly Cookie[]> => {
  const { adapter, account } = site.config
  const { recentSignIn: maxAge } = account
  if (adapter === undefined || maxAge === 0) return []
  const now = site.runtime.now()
  const value = await site.keyring.seal(purposeOf(site), JSON.stringify({ userId, at: toSeconds(now) }))
  const expires = new Date(now + maxAge * 1000)
  return [{ name: nameOf(site), value, options: { ...site.cookies.challenge.options, maxAge, expires } }]
}

/**
 * Whether this user has signed in in this browser within `account.recentSignIn` seconds. To be asked before anything is changed
 * that decides who comes in: a way to sign in, an address. Whoever gets `false` is sent to `askAgain` (flows/ask-to-sign-in.ts).
 */
export const isRecent = async (site: Site, jar: CookieJar, userId: string): Promise<boolean> => {
  const { recentSignIn } = site.config.account
  if (recentSignIn === 0) return true
  const value = findCookie(jar, nameOf(site))
  const plaintext = value === undefined ? null : await site.keyring.open(purposeOf(site), value)
  const mark = plaintext === null ? undefined : parseJson(plaintext)
  if (!isObject(mark) || mark['userId'] !== userId || typeof mark['at'] !== 'number') return false
  return toSeconds(site.runtime.now()) - mark['at'] <= recentSignIn
}

/** Whoever signs out is no longer recent, even if a session of theirs is left somewhere. */
export const forgetRecent = (site: Site, jar: CookieJar): readonly Cookie[] => {
  const name = nameOf(site)
  return jar.has(name) ? [forgetCookie({ name, options: site.cookies.challenge.options })] : []
}
