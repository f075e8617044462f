import type { AuthContext } from '../config/engine-types.ts'
import { toHex } from '../base/bytes.ts'
import { isNumber, isObject, isString, type Shaped } from '../base/json.ts'
import { DAY, toSeconds } from '../base/time.ts'
import type { CookieJar } from '../web/cookies.ts'
import { sealedCookie } from './sealed-cookie.ts'

const REMEMBERED_FOR: number = 180 * DAY

/** Addresses per device; the oldest are dropped. The browser sends the cookie with every request, so it stays short. */
const MAX_ADDRESSES = 5

/** Hexadecimal digits of a keyed hash: 64 bits, compared within one cookie only. */
const HASH_LENGTH = 16

const isTimes = (value: unknown): value is Readonly<Record<string, number>> =>
  isObject(value) && Object.values(value).every(isNumber)

const shape = {
  /** Distinguishes this device from others that verified the same address. */
  id: isString,
  /** Seconds since the epoch of the last verification, by a keyed hash of the address. */
  addresses: isTimes,
}

const devices = sealedCookie<Shaped<typeof shape>>({
  cookie: 'rememberedDevice',
  purpose: 'remembered device',
  shapes: [shape],
  expiresAt: ({ addresses }) => Math.max(...Object.values(addresses)) + REMEMBERED_FOR,
})

const hashesOf = async ({ keyring }: AuthContext, address: string): Promise<readonly string[]> =>
  (await keyring.macs('remembered device', address)).map((mac) => mac.slice(0, HASH_LENGTH))

/** Record that an address was verified in this browser. It signs in no user, but has limits of its own from then on. */
export const rememberDevice = async (context: AuthContext, jar: CookieJar, address: string) => {
  const now = toSeconds(context.runtime.now())
  const before = await devices.read(context, jar)
  const [own = '', ...older] = await hashesOf(context, address)
  const others = Object.entries(before?.addresses ?? {})
    .filter(([hash]) => hash !== own && !older.includes(hash))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_ADDRESSES - 1)
  const device = {
    id: before?.id ?? toHex(context.runtime.random(12)),
    addresses: Object.fromEntries([[own, now], ...others]),
  }
  return (await devices.write(context, jar, device)) ?? []
}

export const findRememberedDevice = async (context: AuthContext, jar: CookieJar, address: string) => {
  const device = await devices.read(context, jar)
  if (device === undefined) return undefined
  const since = toSeconds(context.runtime.now()) - REMEMBERED_FOR
  const hashes = await hashesOf(context, address)
  return hashes.some((hash) => (device.addresses[hash] ?? 0) >= since) ? device.id : undefined
}
