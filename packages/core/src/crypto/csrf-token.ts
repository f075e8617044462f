import { sameSecret, toHex } from '../base/bytes.ts'
import type { Keyring } from './keyring.ts'

/** The purpose of the MAC inside a token: this library created the token, for any browser. */
const TOKEN_PURPOSE = 'csrf token'
/** The purpose of the MAC in the cookie: the token belongs to the browser with this cookie. */
const COOKIE_PURPOSE = 'csrf cookie'
/** Characters of each half of a token: random bytes and their MAC. */
const HALF = 32
const TOKEN = /^[0-9a-f]{64}$/

const matchesMac = (macs: readonly string[], sent: string): boolean =>
  // Compare with every secret, so that the time does not reveal which one matched.
  macs.map((mac) => sameSecret(mac.slice(0, sent.length), sent)).includes(true)

/** Create a token, and the value of the cookie that binds it to the browser: `token|hash`. */
export const createCsrfToken = async (keyring: Keyring, random: (length: number) => Uint8Array) => {
  const nonce = toHex(random(HALF / 2))
  const token = nonce + (await keyring.mac(TOKEN_PURPOSE, nonce)).slice(0, HALF)
  return { token, cookie: `${token}|${await keyring.mac(COOKIE_PURPOSE, token)}` }
}

/** The token of the cookie if its hash is valid under any of the secrets, else `undefined`. */
export const readCsrfCookie = async (keyring: Keyring, cookie: string | undefined): Promise<string | undefined> => {
  const [token, hash, rest] = cookie?.split('|') ?? []
  if (token === undefined || !TOKEN.test(token)) return undefined
  if (hash === undefined || !TOKEN.test(hash) || rest !== undefined) return undefined
  return matchesMac(await keyring.macs(COOKIE_PURPOSE, token), hash) ? token : undefined
}

export const isOwnCsrfToken = async (keyring: Keyring, token: string): Promise<boolean> =>
  TOKEN.test(token) && matchesMac(await keyring.macs(TOKEN_PURPOSE, token.slice(0, HALF)), token.slice(HALF))
