import { isObject, parseJson } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { AuthContext } from '../config/auth-context.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, clearCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'

const nameOf = (context: AuthContext): string => `${context.cookies.challenge.name}.recent`

const purposeOf = (context: AuthContext): string => `recent sign-in ${nameOf(context)}`

/**
 * The cookie that says who has just signed in, and when. A session can be weeks old, or in the wrong hands; a way to sign in is
 * only added or taken away by somebody who has just proven who they are. There is none where nobody has an account to change.
 */
export const markAuthenticated = async (context: AuthContext, userId: string): Promise<readonly Cookie[]> => {
  const { adapter, account } = context.config
  const { reauthenticateAfter: maxAge } = account
  if (adapter === undefined || maxAge === 0) return []
  const now = context.runtime.now()
  const value = await context.keyring.seal(purposeOf(context), JSON.stringify({ userId, at: toSeconds(now) }))
  const expires = new Date(now + maxAge * 1000)
  return [{ name: nameOf(context), value, options: { ...context.cookies.challenge.options, maxAge, expires } }]
}

/**
 * Whether this user has signed in in this browser within `account.reauthenticateAfter` seconds. To be asked before anything is changed
 * that decides who comes in: a way to sign in, an address. Whoever gets `false` is sent to `askAgain` (flows/ask-to-sign-in.ts).
 */
export const isRecentlyAuthenticated = async (
  context: AuthContext,
  jar: CookieJar,
  userId: string,
): Promise<boolean> => {
  const { reauthenticateAfter: reauthenticateAfter } = context.config.account
  if (reauthenticateAfter === 0) return true
  const value = findCookie(jar, nameOf(context))
  const plaintext = value === undefined ? null : await context.keyring.open(purposeOf(context), value)
  const mark = plaintext === null ? undefined : parseJson(plaintext)
  if (!isObject(mark) || mark['userId'] !== userId || typeof mark['at'] !== 'number') return false
  return toSeconds(context.runtime.now()) - mark['at'] <= reauthenticateAfter
}

/** Whoever signs out is no longer recent, even if a session of theirs is left somewhere. */
export const clearAuthenticated = (context: AuthContext, jar: CookieJar): readonly Cookie[] => {
  const name = nameOf(context)
  return jar.has(name) ? [clearCookie({ name, options: context.cookies.challenge.options })] : []
}
