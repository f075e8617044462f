import type { AuthContext, RequestInternal } from '../config/engine-types.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie } from '../web/cookies.ts'

/** A year, in seconds. */
const KEPT_FOR = 31_536_000

/** The cookie that tells the sign-in page which provider to offer first; none when the browser has it already. */
export const rememberProvider = (
  request: RequestInternal,
  context: AuthContext,
  provider: string,
): readonly Cookie[] => {
  const { name, options } = context.cookies.lastProvider
  if (!context.config.remembersProvider || findCookie(request.cookies, name) === provider) return []
  return [{ name, value: provider, options: { maxAge: KEPT_FOR, ...options } }]
}
