import { hash } from 'node:crypto'
import type { Layout } from '../layouts/layout.ts'

/**
 * What is kept of a token. Tokens are random and long, so a plain hash cannot be turned back; a stolen database then holds nothing that opens
 * a session.
 */
export const hashOf = (token: string): string => hash('sha256', token, 'hex')

const MARK = 'sha256:'

/** What is kept of a new token. In adopted tables a mark tells it from the tokens that somebody else kept as they are. */
export const keptToken = (layout: Layout, token: string): string => (layout.adopted ? MARK : '') + hashOf(token)

/**
 * What a token may be found under. In adopted tables also under itself, as long as it does not bear the mark: else a hash read in a stolen
 * database would open the session.
 */
export const tokenKeys = (layout: Layout, token: string): readonly string[] =>
  layout.adopted && !token.startsWith(MARK) ? [keptToken(layout, token), token] : [keptToken(layout, token)]

const hashOfKept = (layout: Layout, kept: string): string => {
  if (!layout.adopted) return kept
  return kept.startsWith(MARK) ? kept.slice(MARK.length) : hashOf(kept)
}

/**
 * A name for a session in a list. It ends the session and does nothing else: no method reads by it. It names the user, since a token that is
 * kept as it is can only be found by its hash among those of one user.
 */
export const handleOf = (layout: Layout, kept: string, userId: string): string =>
  `${MARK}${hashOfKept(layout, kept)}${layout.adopted ? `.${userId}` : ''}`

/** The hash and the user that a handle names, or `null` when it is a token. */
export const readHandle = (given: string): { readonly hash: string; readonly userId: string } | null => {
  const [, hash = '', userId = ''] = /^sha256:([\da-f]{64})(?:\.(.+))?$/.exec(given) ?? []
  return hash === '' ? null : { hash, userId }
}

/** Whether a kept token is the one that has this hash. */
export const hasHash = (layout: Layout, kept: string, hash: string): boolean => hashOfKept(layout, kept) === hash
