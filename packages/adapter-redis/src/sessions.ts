import type { AdapterSession } from '@authwright/core/adapters'
import { listOf, type Reply } from './client.ts'
import { hashOf, type RedisStore } from './store.ts'
import { UniqueViolation } from './unique-violation.ts'

const HANDLE_PREFIX = 'sha256:'

const isHandle = (given: string): boolean => given.startsWith(HANDLE_PREFIX)

/** The hash of a session token or of a session handle. A handle can only end its session. */
const hashOfTokenOrHandle = (given: string): string =>
  isHandle(given) ? given.slice(HANDLE_PREFIX.length) : hashOf(given)

type StoredSession = Omit<AdapterSession, 'sessionToken'>

const serialize = ({ userId, expires, createdAt, browser, system }: StoredSession): string =>
  JSON.stringify({ userId, expires, createdAt, browser, system })

const parse = (reply: Reply): StoredSession | null => {
  if (typeof reply !== 'string') return null
  // Sessions that earlier versions wrote have only the first two members.
  const { expires, createdAt, ...rest }: Record<'userId' | 'expires', string> & { readonly createdAt?: string } =
    JSON.parse(reply)
  const times = { expires: new Date(expires), ...(createdAt && { createdAt: new Date(createdAt) }) }
  return { ...rest, ...times }
}

/** The sessions in Redis, which deletes them when they expire. */
export interface Sessions {
  readonly create: (session: AdapterSession) => Promise<AdapterSession>
  readonly find: (sessionToken: string) => Promise<AdapterSession | null>
  readonly update: (sessionToken: string, expires: Date | undefined) => Promise<AdapterSession | null>
  readonly delete: (tokenOrHandle: string) => Promise<AdapterSession | null>
  readonly list: (userId: string, current?: string) => Promise<AdapterSession[]>
  readonly deleteAll: (userId: string, except?: string) => Promise<void>
}

/**
 * Makes the sessions of a store. The index of a user's sessions is written before a session is created or updated, and
 * cleared after a request with its token has deleted it. A failure in between leaves an entry without a session, and
 * never a session that is not listed.
 */
export const makeSessions = ({ send, key, addToIndex, removeFromIndex, now }: RedisStore): Sessions => {
  const sessionKey = (tokenHash: string) => key('session', tokenHash)
  const indexKey = (userId: string) => key('sessions', userId)
  const expiryOf = ({ expires }: StoredSession): string => String(expires.getTime())
  const findByHash = async (tokenHash: string) => parse(await send('GET', sessionKey(tokenHash)))
  const hashesOf = async (userId: string) => listOf(await send('ZRANGE', indexKey(userId), '0', '-1'))

  return {
    create: async (session) => {
      const tokenHash = hashOf(session.sessionToken)
      await addToIndex(indexKey(session.userId), tokenHash, session.expires)
      const reply = await send('SET', sessionKey(tokenHash), serialize(session), 'NX', 'PXAT', expiryOf(session))
      if (reply === null) throw new UniqueViolation('session')
      return { ...session }
    },
    find: async (sessionToken) => {
      const found = await findByHash(hashOf(sessionToken))
      return found === null ? null : { sessionToken, ...found }
    },
    update: async (sessionToken, expires) => {
      const tokenHash = hashOf(sessionToken)
      const found = await findByHash(tokenHash)
      if (found === null || expires === undefined) return found === null ? null : { sessionToken, ...found }
      const changed = { ...found, expires }
      await addToIndex(indexKey(found.userId), tokenHash, expires)
      // `XX` writes an existing key only, so that a session that was ended meanwhile does not come back.
      const reply = await send('SET', sessionKey(tokenHash), serialize(changed), 'XX', 'PXAT', expiryOf(changed))
      if (reply === null) {
        await removeFromIndex(indexKey(found.userId), tokenHash)
        return null
      }
      return { sessionToken, ...changed }
    },
    delete: async (given) => {
      const tokenHash = hashOfTokenOrHandle(given)
      const deleted = parse(await send('GETDEL', sessionKey(tokenHash)))
      if (deleted === null) return null
      if (!isHandle(given)) await removeFromIndex(indexKey(deleted.userId), tokenHash)
      return { sessionToken: given, ...deleted }
    },
    list: async (userId, current) => {
      const currentHash = current === undefined ? undefined : hashOf(current)
      const nameOf = (tokenHash: string) =>
        current !== undefined && tokenHash === currentHash ? current : HANDLE_PREFIX + tokenHash
      const hashes = await hashesOf(userId)
      const all = await Promise.all(
        hashes.map(async (tokenHash) => ({ tokenHash, session: await findByHash(tokenHash) })),
      )
      return all.flatMap(({ tokenHash, session }) =>
        session !== null && session.expires.getTime() > now() ? [{ sessionToken: nameOf(tokenHash), ...session }] : [],
      )
    },
    deleteAll: async (userId, except) => {
      const exceptHash = except === undefined ? '' : hashOfTokenOrHandle(except)
      const hashes = (await hashesOf(userId)).filter((tokenHash) => tokenHash !== exceptHash)
      await Promise.all(hashes.map((tokenHash) => send('DEL', sessionKey(tokenHash))))
    },
  }
}
