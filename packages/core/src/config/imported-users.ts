import { readUuid } from '../base/bytes.ts'
import { isEmailVerified } from '../store/rows.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { AuthContext } from './engine-types.ts'
import { findMissingRemoval, hasOwnUsers } from './unverified-email.ts'

/**
 * When a user was created, as the id shows it, in milliseconds since the epoch; `undefined` if it does not show it. Our own ids are
 * UUIDs of version 7 or 8, Prisma and MongoDB put the time into their ids, and Auth.js makes UUIDs of version 4: `0`.
 */
const findIdTime = (id: string): number | undefined => {
  const uuid = readUuid(id)
  if (uuid?.version === '7' || uuid?.version === '8') return uuid.time
  if (uuid?.version === '4') return 0
  if (/^[0-9a-f]{24}$/.test(id)) return Number.parseInt(id.slice(0, 8), 16) * 1000
  return /^c[0-9a-z]{24}$/.test(id) ? Number.parseInt(id.slice(1, 9), 36) : undefined
}

/** Whether a user was created before the application moved to this library. An id that does not show it may be newer. */
export const isImported = ({ config }: AuthContext, { id }: AdapterUser): boolean => {
  const { account, adapter, session, providers } = config
  if (account.importedBefore === undefined || adapter === undefined) return false
  const createdAt = findIdTime(id)
  if (createdAt !== undefined && createdAt > 0) return createdAt < account.importedBefore
  // The sign-up form of the application may create users with such ids, and with any address.
  if (hasOwnUsers(providers.all)) return false
  // Where an account cannot be removed, no new user gets an unverified address.
  return createdAt === 0 || findMissingRemoval(adapter, session.strategy).length > 0
}

/**
 * Whether the address of a user is only claimed, so what is attached to the user may be an attacker's. The address of an imported
 * user counts neither as verified nor as claimed: Auth.js leaves `emailVerified` empty for users of OAuth providers.
 */
export const isClaimed = (context: AuthContext, user: AdapterUser): boolean =>
  !isEmailVerified(user) && !isImported(context, user)
