import type { AuthContext } from '../config/engine-types.ts'
import { readUuid, toHex, toTimeUuid } from '../base/bytes.ts'
import { DAY } from '../base/time.ts'
import type { BoundAdapter } from '../store/bind-adapter.ts'
import { isEmailVerified, readRows } from '../store/rows.ts'
import { findAccounts } from './find-users.ts'
import type { Identity, StoredUser } from './decide-account.ts'

/** Whether a repeated sign-up can complete the first one. It could not store a passkey that was lost. */
const canResume = ({ facts, authenticator }: Identity): boolean => facts.hasAccounts && authenticator === undefined

const macText = ({ account }: Identity, createdAt: number): string =>
  JSON.stringify([account.provider, account.providerAccountId, createdAt])

/** A UUID of version 7 whose random part is a MAC over account and time; of version 8 if it shows no account. */
export const makeUserId = async (context: AuthContext, identity: Identity, createdAt: number): Promise<string> => {
  const { keyring, runtime } = context
  return canResume(identity)
    ? toTimeUuid(createdAt, await keyring.mac('user id', macText(identity, createdAt)), 7)
    : toTimeUuid(createdAt, toHex(runtime.random(10)), 8)
}

/** When a user was created, in milliseconds since the epoch, by an id of version 7; `undefined` for other ids. */
const findTime = (userId: string): number | undefined => {
  const uuid = readUuid(userId)
  return uuid?.version === '7' ? uuid.time : undefined
}

/** Milliseconds after which an interrupted sign-up is not resumed. */
const MAX_AGE = DAY * 1000

/** Whether a stored time is this time. Some databases store whole seconds, and some of these round up. */
const isStoredTime = (stored: number, time: number): boolean =>
  stored === time || (stored % 1000 === 0 && Math.abs(stored - time) < 1000)

/** Whether the address was verified by the provider at the sign-up and not since. */
export const isVerifiedAsCreated = ({ id, emailVerified }: StoredUser): boolean => {
  const createdAt = findTime(id)
  return createdAt !== undefined && isStoredTime(new Date(emailVerified ?? 0).getTime(), createdAt)
}

/** Whether the address is still as it was at the sign-up: unverified, or verified by the provider at that time. */
const isAsCreated = (user: StoredUser, { emailVerified }: Identity): boolean =>
  !isEmailVerified(user) || (emailVerified === true && isVerifiedAsCreated(user))

const hasNothing = async (adapter: BoundAdapter, userId: string): Promise<boolean> =>
  (await findAccounts(adapter, userId)).length === 0 &&
  readRows((await adapter.listSessions?.(userId)) ?? [], 'listSessions').length === 0

/** Whether an interrupted sign-up with this very account created the user, whose row is unchanged since then. */
export const isInterruptedSignUp = async (
  context: AuthContext,
  adapter: BoundAdapter,
  identity: Identity,
  user: StoredUser | null,
): Promise<boolean> => {
  if (user === null || !canResume(identity)) return false
  const createdAt = findTime(user.id)
  if (createdAt === undefined || context.runtime.now() - createdAt > MAX_AGE || !isAsCreated(user, identity))
    return false
  // The id must show the account: an attacker can enter an equal address at a provider.
  const macs = await context.keyring.macs('user id', macText(identity, createdAt))
  return macs.some((mac) => toTimeUuid(createdAt, mac, 7) === user.id) && hasNothing(adapter, user.id)
}
