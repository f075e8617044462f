import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '@authwright/core/adapters'
import type { Row } from '../store/tables.ts'

/**
 * An address as it is kept and looked for: equal for all spellings of one mailbox's letters' case. Only ASCII letters are folded: folding all of
 * Unicode would make one mailbox of two (U+212A, the sign for kelvin, becomes a k).
 */
export const normalEmail = (email: unknown): string | null => {
  const normal = typeof email === 'string' ? email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : ''
  return normal === '' ? null : normal
}

/**
 * A user. The casts here say what the schema holds to: `id` is text, `emailVerified` an instant or null. An absent e-mail address is `null`, as in
 * every published adapter, though their type says text.
 */
export const asUser = (row: Row): AdapterUser => row as unknown as AdapterUser

const withoutNulls = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** An account. Token members that the provider did not send are absent. */
export const asAccount = (row: Row): AdapterAccount => withoutNulls(row) as unknown as AdapterAccount

/** A passkey. */
export const asAuthenticator = (row: Row): AdapterAuthenticator => row as unknown as AdapterAuthenticator
