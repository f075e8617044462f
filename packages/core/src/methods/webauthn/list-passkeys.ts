import type { AuthContext } from '../../config/engine-types.ts'
import { readRows } from '../../store/rows.ts'
import { toBase64url } from '../../base/bytes.ts'
import { findEmailUser } from '../../accounts/account-facts.ts'
import type { CredentialDescriptor } from '../../protocols/webauthn/credential-record.ts'
import { toDescriptors } from '../../protocols/webauthn/credential-record.ts'

/** A list of passkeys for a browser, and whose they are; nobody's when the list is made up. */
export interface ListedPasskeys {
  readonly listedFor: string
  readonly allowed: readonly CredentialDescriptor[]
}

/** The passkeys of somebody who is signed in. */
export const listOwn = async (context: AuthContext, userId: string): Promise<ListedPasskeys | undefined> => {
  const rows = readRows(
    (await context.config.adapter?.listAuthenticatorsByUserId?.(userId)) ?? [],
    'listAuthenticatorsByUserId',
  )
  return rows.length === 0 ? undefined : { listedFor: userId, allowed: toDescriptors(rows) }
}

/** One id that nobody has, the same each time for the same address (WebAuthn L3 §14.6.2). */
const makeUp = async (context: AuthContext, email: string): Promise<ListedPasskeys> => {
  const digits = await context.keyring.mac('passkey decoy', email)
  const id = toBase64url(Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16)))
  return { listedFor: '', allowed: [{ id, transports: ['usb'] }] }
}

/** The passkeys of an address, for anybody who names it: only where the owner accepts what that tells. */
export const listForAnybody = async (context: AuthContext, email: string): Promise<ListedPasskeys> => {
  const user = context.config.adapter === undefined ? null : await findEmailUser(context.config.adapter, email)
  return (user === null ? undefined : await listOwn(context, user.id)) ?? makeUp(context, email)
}
