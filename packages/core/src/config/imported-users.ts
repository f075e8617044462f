import { readUuid } from '../base/bytes.ts'
import { isEmailVerified } from '../store/rows.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { AuthContext } from './engine-types.ts'
import { hasOwnUsers } from './unverified-email.ts'

/** When a user was created, in milliseconds, if the id shows it: UUIDs of version 7 or 8, ids of MongoDB and Prisma. */
const findIdTime = (id: string): number | undefined => {
  const uuid = readUuid(id)
  if (uuid?.version === '7' || uuid?.version === '8') return uuid.time
  if (/^[0-9a-f]{24}$/.test(id)) return Number.parseInt(id.slice(0, 8), 16) * 1000
  return /^c[0-9a-z]{24}$/.test(id) ? Number.parseInt(id.slice(1, 9), 36) : undefined
}

/**
 * Whether a user was created before the application moved to this library. An id that does not show it counts as older:
 * only the sign-up form of the application creates new users with such an id and an unverified address.
 */
export const isImported = ({ config }: AuthContext, { id }: AdapterUser): boolean => {
  const { importedBefore } = config.account
  if (importedBefore === undefined || config.adapter === undefined) return false
  const createdAt = findIdTime(id)
  return createdAt === undefined ? !hasOwnUsers(config.providers.all) : createdAt < importedBefore
}

/** Whether an address is only claimed, perhaps by an attacker. Auth.js leaves those of imported users unverified. */
export const isClaimed = (context: AuthContext, user: AdapterUser): boolean =>
  !isEmailVerified(user) && !isImported(context, user)
