import type { Site } from '../config/site.ts'
import { findCookieToken, makeCsrfToken } from '../crypto/csrf-token.ts'
import { UnknownAction } from '../errors/classes.ts'
import type { Cookie } from '../types/http.ts'
import { json } from '../web/answer.ts'
import { findCookie, forgetCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'
import type { RequestInternal } from '../web/request.ts'
import type { Flow } from './flow.ts'

/** A token for a form, and the cookie that goes with it when the browser has none yet. */
export interface FormToken {
  readonly csrfToken?: string
  readonly cookies: readonly Cookie[]
}

/** The browser's token, made when it has none. Nothing when the owner switched the check off. */
export const formToken = async (site: Site, jar: CookieJar): Promise<FormToken> => {
  if (!site.config.checksCsrf) return { cookies: [] }
  const { name, options } = site.cookies.csrf
  const known = await findCookieToken(site.keyring, findCookie(jar, name))
  if (known !== undefined) return { csrfToken: known, cookies: [] }
  const { token, cookie } = await makeCsrfToken(site.keyring, site.runtime.random)
  return { csrfToken: token, cookies: [{ name, value: cookie, options }] }
}

/** A token that was good before somebody came in or left is good no more. */
export const forgetCsrf = ({ cookies }: RequestInternal, site: Site): readonly Cookie[] =>
  cookies.has(site.cookies.csrf.name) ? [forgetCookie(site.cookies.csrf)] : []

/** `GET /csrf` */
export const csrf: Flow = async (request, site) => {
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  if (csrfToken === undefined) throw new UnknownAction('The CSRF check is switched off, so there is no token')
  return json({ csrfToken }, cookies)
}
