import type { AuthContext, RequestInternal } from '../config/engine-types.ts'
import { readCsrfCookie, createCsrfToken } from '../crypto/csrf-token.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, clearCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'

/** A token for a form, and the cookie that goes with it when the browser has none yet. */
export interface FormToken {
  readonly csrfToken?: string
  readonly cookies: readonly Cookie[]
}

/** The browser's token, made when it has none. Nothing when the owner switched the check off. */
export const formToken = async (context: AuthContext, jar: CookieJar): Promise<FormToken> => {
  if (!context.config.checksCsrf) return { cookies: [] }
  const { name, options } = context.cookies.csrf
  const known = await readCsrfCookie(context.keyring, findCookie(jar, name))
  if (known !== undefined) return { csrfToken: known, cookies: [] }
  const { token, cookie } = await createCsrfToken(context.keyring, context.runtime.random)
  return { csrfToken: token, cookies: [{ name, value: cookie, options }] }
}

/** A token that was good before somebody came in or left is good no more. */
export const clearCsrf = ({ cookies }: RequestInternal, context: AuthContext): readonly Cookie[] =>
  cookies.has(context.cookies.csrf.name) ? [clearCookie(context.cookies.csrf)] : []
