import { hash } from 'node:crypto'

/**
 * What is kept of a token. Tokens are random and long, so a plain hash cannot be turned back; a stolen database then holds nothing that opens
 * a session.
 */
export const hashOf = (token: string): string => hash('sha256', token, 'hex')

const HANDLE = 'sha256:'

/** A name for a session in a list. It ends the session and does nothing else: no method reads by it. */
export const handleOf = (tokenHash: string): string => HANDLE + tokenHash

/** The kept hash of a token or of a handle. */
export const hashOfTokenOrHandle = (given: string): string =>
  given.startsWith(HANDLE) ? given.slice(HANDLE.length) : hashOf(given)
