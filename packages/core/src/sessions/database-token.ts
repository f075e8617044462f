import type { AuthContext } from '../config/engine-types.ts'
import { toHex } from '../base/bytes.ts'

/**
 * A token of a database session: 256 random bits, then when the user signed in. The published tables have no column for that time.
 * It cannot be forged, because the database finds the session by the whole token.
 */
export const makeSessionToken = ({ config, runtime }: AuthContext, authTime: number): string =>
  config.session.generateSessionToken?.() ?? `${toHex(runtime.random(32))}.${authTime.toString(36)}`

const TOKEN = /^[\da-f]{64}\.([\da-z]{1,8})$/

/** When the user of a session signed in, in seconds. A token of an older version or of the application does not say it. */
export const findTokenTime = (token: string): number | undefined => {
  const written = TOKEN.exec(token)?.[1]
  return written === undefined ? undefined : Number.parseInt(written, 36)
}
