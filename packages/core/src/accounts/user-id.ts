import { toUuid } from '../base/uuid.ts'
import type { Site } from '../config/site.ts'
import type { Identity } from './identity.ts'

/** Hexadecimal digits of the milliseconds in a UUID (RFC 9562 §5.7). */
const TIME_DIGITS = 12

const macText = ({ account }: Identity, born: number): string =>
  JSON.stringify([account.provider, account.providerAccountId, born])

const idOf = (born: number, mac: string): string => {
  const digits = born.toString(16).padStart(TIME_DIGITS, '0') + mac
  return toUuid(
    Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16)),
    7,
  )
}

/**
 * The id of a user whom an account brings in for the first time: a UUID of version 7 whose random part is a MAC over the
 * account and the instant. So the row itself says, to whoever has the secret, which account it was made for.
 */
export const makeUserId = async (site: Site, identity: Identity, born: number): Promise<string> =>
  idOf(born, await site.keyring.mac('user id', macText(identity, born)))

/** When a user was made for this very account, in milliseconds since the epoch; `undefined` when it was not. */
export const findBirth = async (site: Site, identity: Identity, userId: string): Promise<number | undefined> => {
  const digits = userId.replaceAll('-', '').slice(0, TIME_DIGITS)
  if (!/^[0-9a-f]{12}$/.test(digits)) return undefined
  const born = Number.parseInt(digits, 16)
  const macs = await site.keyring.macs('user id', macText(identity, born))
  return macs.some((mac) => idOf(born, mac) === userId) ? born : undefined
}
