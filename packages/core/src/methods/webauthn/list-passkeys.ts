import type { AuthContext } from '../../config/engine-types.ts'
import { findEmailUser } from '../../accounts/account-facts.ts'
import { toBase64url } from '../../base/bytes.ts'
import { toDescriptors, type CredentialDescriptor } from '../../protocols/webauthn/credential.ts'
import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { readRows } from '../../store/rows.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'

/** The passkeys of a user. */
export const findPasskeys = async (
  adapter: BoundAdapter | undefined,
  userId: string,
): Promise<readonly AdapterAuthenticator[]> =>
  readRows((await adapter?.listAuthenticatorsByUserId?.(userId)) ?? [], 'listAuthenticatorsByUserId')

/** The passkeys that the options of an authentication list. */
interface ListedPasskeys {
  /** The id of their user; empty for a decoy. */
  readonly listedFor: string
  readonly allowed: readonly CredentialDescriptor[]
}

/** List the passkeys of a user. `undefined` if there are none. */
export const listForUser = async (
  { config: { adapter } }: AuthContext,
  userId: string,
): Promise<ListedPasskeys | undefined> => {
  const rows = await findPasskeys(adapter, userId)
  return rows.length === 0 ? undefined : { listedFor: userId, allowed: toDescriptors(rows) }
}

/** A decoy, always the same for an address, that hides whether the address has passkeys (WebAuthn L3 §14.6.2). */
const makeDecoy = async ({ keyring }: AuthContext, email: string): Promise<ListedPasskeys> => {
  const hex = await keyring.mac('passkey decoy', email)
  const id = toBase64url(Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)))
  return { listedFor: '', allowed: [{ id, transports: ['usb'] }] }
}

/** List the passkeys of an address for a visitor who is not signed in. Only with `allowDangerousCredentialListing`. */
export const listForAddress = async (context: AuthContext, email: string): Promise<ListedPasskeys> => {
  const { adapter } = context.config
  const user = adapter === undefined ? null : await findEmailUser(adapter, email)
  return (user === null ? undefined : await listForUser(context, user.id)) ?? makeDecoy(context, email)
}
