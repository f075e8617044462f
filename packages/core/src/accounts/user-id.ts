import type { AuthContext } from '../config/engine-types.ts'
import { toUuid } from '../base/bytes.ts'
import type { Identity } from './identity.ts'

/** Hexadecimal digits of the milliseconds in a UUID (RFC 9562 §5.7). */
const TIME_DIGITS = 12

const macText = ({ account }: Identity, createdAt: number): string =>
  JSON.stringify([account.provider, account.providerAccountId, createdAt])

const toId = (createdAt: number, mac: string): string => {
  const digits = createdAt.toString(16).padStart(TIME_DIGITS, '0') + mac
  return toUuid(
    Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16)),
    7,
  )
}

/**
 * The id of a user who signs up with an account: a UUID of version 7 whose random part is a MAC over the account and the time.
 * With the secret, the row itself shows which account it was created for.
 */
export const makeUserId = async ({ keyring }: AuthContext, identity: Identity, createdAt: number): Promise<string> =>
  toId(createdAt, await keyring.mac('user id', macText(identity, createdAt)))

/** When a user was created for this account, in milliseconds since the epoch; `undefined` when it was not. */
export const findCreationTime = async (
  { keyring }: AuthContext,
  identity: Identity,
  userId: string,
): Promise<number | undefined> => {
  const digits = userId.replaceAll('-', '').slice(0, TIME_DIGITS)
  if (!/^[0-9a-f]{12}$/.test(digits)) return undefined
  const createdAt = Number.parseInt(digits, 16)
  const macs = await keyring.macs('user id', macText(identity, createdAt))
  return macs.some((mac) => toId(createdAt, mac) === userId) ? createdAt : undefined
}
