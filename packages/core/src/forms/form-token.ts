import type { AuthContext, RequestInternal } from '../config/engine-types.ts'
import { readCsrfCookie, createCsrfToken } from '../crypto/csrf-token.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, clearCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'

/** The CSRF token of a form, and its cookie if the browser does not have one yet. */
export interface FormToken {
  readonly csrfToken?: string
  readonly cookies: readonly Cookie[]
}

/** The CSRF token of the browser, or a new one. No token if the check is disabled. */
export const formToken = async (context: AuthContext, jar: CookieJar): Promise<FormToken> => {
  if (!context.config.checksCsrf) return { cookies: [] }
  const { name, options } = context.cookies.csrf
  const existing = await readCsrfCookie(context.keyring, findCookie(jar, name))
  if (existing !== undefined) return { csrfToken: existing, cookies: [] }
  const { token, cookie } = await createCsrfToken(context.keyring, context.runtime.random)
  return { csrfToken: token, cookies: [{ name, value: cookie, options }] }
}

/** Clears the token at each sign-in and sign-out, so that a token from before is not accepted any more. */
export const clearCsrf = ({ cookies }: RequestInternal, context: AuthContext): readonly Cookie[] =>
  cookies.has(context.cookies.csrf.name) ? [clearCookie(context.cookies.csrf)] : []
