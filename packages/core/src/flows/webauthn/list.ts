import { readRows } from '../../config/rows.ts'
import { toBase64url } from '../../base/bytes.ts'
import { findEmailUser } from '../../accounts/facts.ts'
import type { Site } from '../../config/site.ts'
import type { Descriptor } from '../../webauthn/record.ts'
import { toDescriptors } from '../../webauthn/record.ts'

/** A list of passkeys for a browser, and whose they are; nobody's when the list is made up. */
export interface Listed {
  readonly listedFor: string
  readonly allowed: readonly Descriptor[]
}

/** The passkeys of somebody who is signed in. */
export const listOwn = async (site: Site, userId: string): Promise<Listed | undefined> => {
  const rows = readRows(
    (await site.config.adapter?.listAuthenticatorsByUserId?.(userId)) ?? [],
    'listAuthenticatorsByUserId',
  )
  return rows.length === 0 ? undefined : { listedFor: userId, allowed: toDescriptors(rows) }
}

/** One id that nobody has, the same each time for the same address (WebAuthn L3 §14.6.2). */
const makeUp = async (site: Site, email: string): Promise<Listed> => {
  const digits = await site.keyring.mac('passkey decoy', email)
  const id = toBase64url(Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16)))
  return { listedFor: '', allowed: [{ id, transports: ['usb'] }] }
}

/** The passkeys of an address, for anybody who names it: only where the owner accepts what that tells. */
export const listForAnybody = async (site: Site, email: string): Promise<Listed> => {
  const user = site.config.adapter === undefined ? null : await findEmailUser(site.config.adapter, email)
  return (user === null ? undefined : await listOwn(site, user.id)) ?? makeUp(site, email)
}
