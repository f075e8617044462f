import { hash } from 'node:crypto'
import type { DatabaseSchema } from '../schemas/database-schema.ts'

/**
 * Hashes a token for storage, so that a stolen database opens no session. Tokens are long and random: a plain hash
 * cannot be reversed.
 */
export const hashOf = (token: string): string => hash('sha256', token, 'hex')

const PREFIX = 'sha256:'

/** What is stored for a new token. In existing tables a prefix tells hashes from tokens that were stored in clear. */
export const storedToken = (schema: DatabaseSchema, token: string): string =>
  (schema.useExistingTables ? PREFIX : '') + hashOf(token)

/**
 * The stored values that a token may match. In existing tables this includes the token itself, unless it has the
 * prefix: a hash read from a stolen database must not open the session.
 */
export const storedTokenCandidates = (schema: DatabaseSchema, token: string): readonly string[] =>
  schema.useExistingTables && !token.startsWith(PREFIX)
    ? [storedToken(schema, token), token]
    : [storedToken(schema, token)]

const hashOfStored = (schema: DatabaseSchema, stored: string): string => {
  if (!schema.useExistingTables) return stored
  return stored.startsWith(PREFIX) ? stored.slice(PREFIX.length) : hashOf(stored)
}

/**
 * The name of a session in a list. It can end the session, and no method reads a session by it. In existing tables it
 * includes the user id: a token that was stored in clear is found by its hash only among the sessions of one user.
 */
export const sessionHandle = (schema: DatabaseSchema, stored: string, userId: string): string =>
  `${PREFIX}${hashOfStored(schema, stored)}${schema.useExistingTables ? `.${userId}` : ''}`

/** Reads the hash and the user id of a session handle. Returns `null` if the value is a token. */
export const readSessionHandle = (given: string): { readonly hash: string; readonly userId: string } | null => {
  const [, hash = '', userId = ''] = /^sha256:([\da-f]{64})(?:\.(.+))?$/.exec(given) ?? []
  return hash === '' ? null : { hash, userId }
}

/** Whether a stored token has this hash. */
export const matchesHash = (schema: DatabaseSchema, stored: string, hash: string): boolean =>
  hashOfStored(schema, stored) === hash
