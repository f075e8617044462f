import { sameSecret, toHex } from '../base/bytes.ts'
import type { Keyring } from './keyring.ts'

/** Proves that we made a token at all; says nothing of whose it is. */
const MADE = 'csrf token'
/** Binds a token to the browser that has the cookie. */
const BOUND = 'csrf cookie'
const HALF = 32
const TOKEN = /^[0-9a-f]{64}$/

const verifies = (macs: readonly string[], sent: string): boolean =>
  // Every secret is tried, whichever matches, so that time does not tell which one did.
  macs.map((mac) => sameSecret(mac.slice(0, sent.length), sent)).includes(true)

/** A new token, and the value of the cookie that binds it: `token|hash`. */
export const createCsrfToken = async (
  keyring: Keyring,
  random: (length: number) => Uint8Array,
): Promise<{ token: string; cookie: string }> => {
  const chance = toHex(random(HALF / 2))
  const token = chance + (await keyring.mac(MADE, chance)).slice(0, HALF)
  return { token, cookie: `${token}|${await keyring.mac(BOUND, token)}` }
}

/** The token of a cookie that we wrote under any of the secrets, else `undefined`. */
export const readCsrfCookie = async (keyring: Keyring, cookie: string | undefined): Promise<string | undefined> => {
  const [token, hash, more] = cookie?.split('|') ?? []
  if (token === undefined || hash === undefined || more !== undefined) return undefined
  if (!TOKEN.test(token) || !TOKEN.test(hash)) return undefined
  return verifies(await keyring.macs(BOUND, token), hash) ? token : undefined
}

/** Whether we made a token, for whatever browser. */
export const isOwnCsrfToken = async (keyring: Keyring, token: string): Promise<boolean> =>
  TOKEN.test(token) && verifies(await keyring.macs(MADE, token.slice(0, HALF)), token.slice(HALF))
