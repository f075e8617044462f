import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '@gatehouse/core/adapters'
import type { Store } from '../store/store.ts'
import type { Columns, Row } from '../store/tables.ts'
import { readRow } from './codec.ts'

/** An address as it is kept and looked for: equal for all spellings of one mailbox's letters' case. */
export const normalEmail = (email: unknown): string | null => {
  const normal = typeof email === 'string' ? email.trim().toLowerCase() : ''
  return normal === '' ? null : normal
}

/**
 * A user. The casts here say what the schema holds to: `id` is text, `emailVerified` an instant or null. An absent e-mail address is `null`, as in
 * every published adapter, though their type says text.
 */
export const readUser = (store: Store, columns: Columns, row: Row): AdapterUser =>
  readRow(store, columns, row) as unknown as AdapterUser

const withoutNulls = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** An account. Token members that the provider did not send are absent. */
export const readAccount = (store: Store, columns: Columns, row: Row): AdapterAccount =>
  withoutNulls(readRow(store, columns, row)) as unknown as AdapterAccount

/** A passkey. */
export const readAuthenticator = (store: Store, columns: Columns, row: Row): AdapterAuthenticator =>
  readRow(store, columns, row) as unknown as AdapterAuthenticator
