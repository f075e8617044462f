import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '@authwright/core/adapters'
import type { Row } from '../store/tables.ts'

/**
 * Normalizes an e-mail address for storage and lookup: trimmed, ASCII letters in lower case. Lower-casing all of
 * Unicode would merge different mailboxes (U+212A, the Kelvin sign, becomes a k).
 */
export const normalizeEmail = (email: unknown): string | null => {
  const normal = typeof email === 'string' ? email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : ''
  return normal === '' ? null : normal
}

/**
 * A user. The columns ensure what the cast claims: `id` is text, and `emailVerified` is an instant or null. A missing
 * e-mail address is `null`, as in every published adapter, although the type of the contract says text.
 */
export const asUser = (row: Row): AdapterUser => row as unknown as AdapterUser

const withoutNulls = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** An account. Tokens that the provider did not send are absent. */
export const asAccount = (row: Row): AdapterAccount => withoutNulls(row) as unknown as AdapterAccount

/** A passkey. */
export const asAuthenticator = (row: Row): AdapterAuthenticator => row as unknown as AdapterAuthenticator
