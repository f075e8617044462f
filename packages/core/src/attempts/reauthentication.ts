import type { AuthContext } from '../config/engine-types.ts'
import { isNumber, isString, type Shaped } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { CookieJar } from '../web/cookies.ts'
import { sealedCookie } from './sealed-cookie.ts'

/** Which user authenticated in this browser, and when, in seconds since the epoch. */
const shape = { userId: isString, at: isNumber }

const recent = sealedCookie<Shaped<typeof shape>>({
  cookie: 'recentAuthentication',
  purpose: 'recent authentication',
  shapes: [shape],
  expiresAt: ({ at }, { account }) => at + account.reauthenticateAfter,
})

/** Record that a user has just authenticated: a session may be stolen or weeks old (NIST SP 800-63B §5). */
export const markAuthenticated = async (context: AuthContext, jar: CookieJar, userId: string) => {
  const { adapter, account } = context.config
  if (adapter === undefined || account.reauthenticateAfter === 0) return []
  return (await recent.write(context, jar, { userId, at: toSeconds(context.runtime.now()) })) ?? []
}

/** Whether this user authenticated here recently. Check it before any change of sign-in methods or of the address. */
export const isRecentlyAuthenticated = async (context: AuthContext, jar: CookieJar, userId: string) =>
  context.config.account.reauthenticateAfter === 0 || (await recent.read(context, jar))?.userId === userId

export const clearAuthenticated = recent.clear
