import { AdapterError } from '../errors/error-classes.ts'
import type { AdapterAuthenticator } from '../types/adapter.ts'
import { isRow } from './rows.ts'

const wrong = (what: string): AdapterError =>
  new AdapterError(`getAuthenticator returned ${what}`, { method: 'getAuthenticator' })

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** Some databases answer large numbers as text, or as `bigint`. */
const readCounter = (value: unknown): number => {
  const counter = isText(value) || typeof value === 'bigint' ? Number(value) : value
  if (typeof counter === 'number' && Number.isSafeInteger(counter) && counter >= 0) return counter
  throw wrong('a passkey without a counter')
}

/**
 * A row of the database as the passkey that was asked for, or `null`. Without its counter a copy of the authenticator would go
 * unnoticed (WebAuthn L3 §6.1.1), and a passkey of another name would be somebody else's way in.
 */
export const readPasskey = (row: unknown, credentialID: string): AdapterAuthenticator | null => {
  if (row === null || row === undefined) return null
  if (!isRow(row) || !isText(row['credentialPublicKey'])) throw wrong('something that is no passkey')
  if (row['credentialID'] !== credentialID) throw wrong('another passkey')
  const { userId } = row
  if (userId === null || userId === undefined || !isText(row['providerAccountId'])) throw wrong('a passkey of nobody')
  const passkey = row as unknown as AdapterAuthenticator
  const counter = readCounter(row['counter'])
  return passkey.counter === counter ? passkey : { ...passkey, counter }
}
