import type { AdapterSession } from '@authwright/core/adapters'
import { listOf, type Reply } from './client.ts'
import { hashOf, type RedisStore } from './store.ts'
import { UniqueViolation } from './unique-violation.ts'

const HANDLE = 'sha256:'

/** The hash of a token, or the one that a handle names. A handle ends its session and does nothing else. */
const hashOfTokenOrHandle = (given: string): string =>
  given.startsWith(HANDLE) ? given.slice(HANDLE.length) : hashOf(given)

interface Kept {
  readonly userId: string
  readonly expires: Date
}

const written = ({ userId, expires }: Kept): string => JSON.stringify({ userId, expires: expires.toISOString() })

const read = (reply: Reply): Kept | null => {
  if (typeof reply !== 'string') return null
  const { userId, expires }: { userId: string; expires: string } = JSON.parse(reply)
  return { userId, expires: new Date(expires) }
}

/** Sessions in Redis. They go by themselves when their time is over. */
export interface Sessions {
  readonly create: (session: AdapterSession) => Promise<AdapterSession>
  readonly find: (sessionToken: string) => Promise<AdapterSession | null>
  readonly prolong: (sessionToken: string, expires: Date | undefined) => Promise<AdapterSession | null>
  readonly end: (tokenOrHandle: string) => Promise<AdapterSession | null>
  readonly list: (userId: string) => Promise<AdapterSession[]>
  readonly endAll: (userId: string, except?: string) => Promise<void>
}

/**
 * The index of a user's sessions is written before a session is made or prolonged, and cleared after it, so that a failure between the two leaves an
 * entry that leads nowhere, and never a session that nobody can list.
 */
export const makeSessions = ({ send, key, index, tidy, now }: RedisStore): Sessions => {
  const at = (tokenHash: string) => key('session', tokenHash)
  const indexOf = (userId: string) => key('sessions', userId)
  const until = ({ expires }: Kept): string => String(expires.getTime())
  const find = async (tokenHash: string) => read(await send('GET', at(tokenHash)))
  const end = async (tokenHash: string) => {
    const kept = read(await send('GETDEL', at(tokenHash)))
    if (kept !== null) await tidy(indexOf(kept.userId), tokenHash)
    return kept
  }
  const hashesOf = async (userId: string) => listOf(await send('ZRANGE', indexOf(userId), '0', '-1'))

  return {
    create: async (session) => {
      const tokenHash = hashOf(session.sessionToken)
      await index(indexOf(session.userId), tokenHash, session.expires)
      const made = await send('SET', at(tokenHash), written(session), 'NX', 'PXAT', until(session))
      if (made === null) throw new UniqueViolation('session')
      return { ...session }
    },
    find: async (sessionToken) => {
      const kept = await find(hashOf(sessionToken))
      return kept === null ? null : { sessionToken, ...kept }
    },
    prolong: async (sessionToken, expires) => {
      const tokenHash = hashOf(sessionToken)
      const kept = await find(tokenHash)
      if (kept === null || expires === undefined) return kept === null ? null : { sessionToken, ...kept }
      const changed = { ...kept, expires }
      await index(indexOf(kept.userId), tokenHash, expires)
      // Only over one that is still there: a session that was ended meanwhile stays ended.
      const done = await send('SET', at(tokenHash), written(changed), 'XX', 'PXAT', until(changed))
      if (done === null) {
        await tidy(indexOf(kept.userId), tokenHash)
        return null
      }
      return { sessionToken, ...changed }
    },
    end: async (given) => {
      const kept = await end(hashOfTokenOrHandle(given))
      return kept === null ? null : { sessionToken: given, ...kept }
    },
    list: async (userId) => {
      const hashes = await hashesOf(userId)
      const found = await Promise.all(hashes.map(async (tokenHash) => ({ tokenHash, kept: await find(tokenHash) })))
      return found.flatMap(({ tokenHash, kept }) =>
        kept !== null && kept.expires.getTime() > now() ? [{ sessionToken: HANDLE + tokenHash, ...kept }] : [],
      )
    },
    endAll: async (userId, except) => {
      const spared = except === undefined ? '' : hashOfTokenOrHandle(except)
      const hashes = await hashesOf(userId)
      await Promise.all(hashes.filter((tokenHash) => tokenHash !== spared).map(end))
    },
  }
}
