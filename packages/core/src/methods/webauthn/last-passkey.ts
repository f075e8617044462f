import type { AuthContext, RequestInternal } from '../../config/engine-types.ts'
import { DAY } from '../../base/time.ts'
import type { CeremonyResponse } from '../../protocols/webauthn/ceremony-response.ts'
import type { Cookie } from '../../types/http.ts'
import { findCookie } from '../../web/cookies.ts'

/** Hexadecimal digits of a keyed hash: it is compared with the passkeys of one user only. */
const HASH_LENGTH = 16

const hashesOf = async ({ keyring }: AuthContext, credentialID: string): Promise<readonly string[]> =>
  (await keyring.macs('last passkey', credentialID)).map((mac) => mac.slice(0, HASH_LENGTH))

/** The cookie by which the account page knows the passkey of this device. A security key or a phone is no part of it. */
export const rememberPasskey = async (context: AuthContext, credentialID: string, { json }: CeremonyResponse) => {
  const { name, options } = context.cookies.lastPasskey
  if (!context.config.rememberProvider || json['authenticatorAttachment'] !== 'platform') return []
  const [value = ''] = await hashesOf(context, credentialID)
  return [{ name, value, options: { maxAge: 365 * DAY, ...options } }] satisfies readonly Cookie[]
}

/** Whether the passkey is the one of this device that was used last in this browser. */
export const isOfThisDevice = async ({ cookies }: RequestInternal, context: AuthContext, credentialID: string) => {
  const last = findCookie(cookies, context.cookies.lastPasskey.name)
  return last !== undefined && (await hashesOf(context, credentialID)).includes(last)
}
