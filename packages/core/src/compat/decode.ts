import { isTokenCurrent } from '../base/time.ts'
import { defaultRuntime } from '../runtime/platform.ts'
import type { JWT, JWTDecodeParams } from '../types/jwt.ts'
import { openAuthJs, openNextAuth4 } from './authjs-token.ts'

const whenCurrent = (claims: JWT | null): JWT | null =>
  claims !== null && isTokenCurrent(claims, defaultRuntime.now() / 1000) ? claims : null

/**
 * Open a session token of Auth.js 5 (`@auth/core` and the packages built on it): a compact JWE with `A256CBC-HS512`.
 * Returns `null` if none of the secrets opens it for this cookie, it was changed, or it is not current. For code that
 * reads tokens itself: a config made by `fromAuthJs` does not need it.
 *
 * @param params `salt` is the name of the session cookie, such as `__Secure-authjs.session-token`
 * @example
 * const claims = await getToken({ req: request, secret, cookieName: 'authjs.session-token', decode: decodeAuthJs })
 */
export const decodeAuthJs = async (params: JWTDecodeParams): Promise<JWT | null> =>
  whenCurrent(await openAuthJs(params))

/** Open a session token of `next-auth` 4: a compact JWE with `A256GCM` that is not bound to a cookie name. */
export const decodeNextAuth4 = async (params: JWTDecodeParams): Promise<JWT | null> =>
  whenCurrent(await openNextAuth4(params))
