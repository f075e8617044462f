import { defaultRuntime } from '../runtime/platform.ts'
import type { JWT, JWTDecodeParams } from '../types/jwt.ts'
import { openAuthJs, openNextAuth4 } from './authjs-token.ts'

/** Seconds that these libraries overlook when they compare clocks. */
const TOLERANCE = 15

const isCurrent = ({ exp, nbf }: JWT): boolean => {
  const now = defaultRuntime.now() / 1000
  return typeof exp === 'number' && exp > now - TOLERANCE && (typeof nbf !== 'number' || nbf <= now + TOLERANCE)
}

const whenCurrent = (claims: JWT | null): JWT | null => (claims !== null && isCurrent(claims) ? claims : null)

/**
 * The claims of a session token that Auth.js 5 (`@auth/core` and what stands on it) sealed: a compact JWE with
 * `A256CBC-HS512`. `null` when none of the secrets opens it for this cookie, it was changed, or it has expired. For code
 * that reads tokens itself; what `fromAuthJs` returns needs no help.
 *
 * @param params `salt` is the name of the session cookie, such as `__Secure-authjs.session-token`
 * @example
 * const claims = await getToken({ req: request, secret, cookieName: 'authjs.session-token', decode: decodeAuthJs })
 */
export const decodeAuthJs = async (params: JWTDecodeParams): Promise<JWT | null> =>
  whenCurrent(await openAuthJs(params))

/** The same for session tokens of `next-auth` 4: a compact JWE with `A256GCM`, sealed for no cookie in particular. */
export const decodeNextAuth4 = async (params: JWTDecodeParams): Promise<JWT | null> =>
  whenCurrent(await openNextAuth4(params))
