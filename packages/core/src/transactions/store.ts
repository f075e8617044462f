import { sameSecret } from '../base/bytes.ts'
import { parseJson } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { Site } from '../config/site.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, forgetCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'
import { isTransaction } from './shapes.ts'
import { ATTEMPT_SECONDS } from './transaction.ts'
import type { Transaction } from './transaction.ts'

/** Attempts that one browser may have open, and the characters they may take; beyond, the oldest go. Servers allow some 16 KiB. */
const MOST_OPEN = 5
const MOST_CHARACTERS = 8192

const SUFFIX_LENGTH = 12

const purpose = (site: Site): string => `transaction ${site.cookies.transaction.name}`

const cookieName = (site: Site, mac: string): string =>
  `${site.cookies.transaction.name}.${mac.slice(0, SUFFIX_LENGTH)}`

/** The names that a state may have under each secret. Keyed, so that a name tells nothing about a state that is short. */
const cookieNames = async (site: Site, state: string): Promise<readonly string[]> =>
  (await site.keyring.macs('transaction name', state)).map((mac) => cookieName(site, mac))

const isOwnName = (site: Site, cookie: string): boolean => {
  const { name } = site.cookies.transaction
  return cookie.startsWith(`${name}.`) && /^[0-9a-f]{12}$/.test(cookie.slice(name.length + 1))
}

const lifetime = (transaction: Transaction): number =>
  transaction.kind === 'oauth' ? ATTEMPT_SECONDS : transaction.lasts

const openValue = async (site: Site, value: string | undefined): Promise<Transaction | undefined> => {
  if (value === undefined) return undefined
  const plaintext = await site.keyring.open(purpose(site), value)
  const transaction = plaintext === null ? undefined : parseJson(plaintext)
  return isTransaction(transaction) ? transaction : undefined
}

/** The transaction cookies of a browser that have to go to make room for another one. */
const surplus = async (site: Site, jar: CookieJar, needed: number): Promise<readonly Cookie[]> => {
  const names = [...jar.keys()].filter((cookie) => isOwnName(site, cookie))
  const held = await Promise.all(
    names.map(async (name) => {
      const value = findCookie(jar, name)
      const created = (await openValue(site, value))?.created ?? 0
      return { name, created, length: name.length + (value?.length ?? 0) }
    }),
  )
  held.sort((a, b) => b.created - a.created)
  let room = MOST_CHARACTERS - needed
  const kept = held.slice(0, MOST_OPEN - 1).filter(({ length }) => (room -= length) >= 0)
  const { options } = site.cookies.transaction
  return held.filter((cookie) => !kept.includes(cookie)).map(({ name }) => forgetCookie({ name, options }))
}

/** The cookies that open a transaction in a browser. */
export const beginTransaction = async (
  site: Site,
  jar: CookieJar,
  transaction: Transaction,
): Promise<readonly Cookie[]> => {
  const maxAge = lifetime(transaction)
  const { options } = site.cookies.transaction
  const value = await site.keyring.seal(purpose(site), JSON.stringify(transaction))
  const name = cookieName(site, await site.keyring.mac('transaction name', transaction.state))
  const expires = new Date(site.runtime.now() + maxAge * 1000)
  const dropped = await surplus(site, jar, name.length + value.length)
  return [...dropped, { name, value, options: { ...options, maxAge, expires } }]
}

/** Why a browser has no transaction for a state. Goes into the log. */
export type TransactionFault = 'absent' | 'unreadable' | 'expired' | 'other-provider' | 'other-state'

/** A browser's transaction for a state, and the cookie that ends it. */
export type TransactionReading =
  | { readonly found: true; readonly transaction: Transaction; readonly forget: Cookie }
  | { readonly found: false; readonly fault: TransactionFault; readonly forget: readonly Cookie[] }

const decideFault = (
  transaction: Transaction | undefined,
  wanted: { readonly provider: string; readonly state: string; readonly kind: Transaction['kind'] },
  now: number,
): TransactionFault | undefined => {
  if (transaction === undefined || transaction.kind !== wanted.kind) return 'unreadable'
  if (transaction.provider !== wanted.provider) return 'other-provider'
  if (!sameSecret(transaction.state, wanted.state)) return 'other-state'
  return toSeconds(now) > transaction.created + lifetime(transaction) ? 'expired' : undefined
}

/** Find the transaction that a browser opened for this state at this provider. */
export const findTransaction = async (
  site: Site,
  jar: CookieJar,
  wanted: { readonly provider: string; readonly state: string; readonly kind: Transaction['kind'] },
): Promise<TransactionReading> => {
  const name = (await cookieNames(site, wanted.state)).find((own) => jar.has(own))
  if (name === undefined) return { found: false, fault: 'absent', forget: [] }
  const forget = forgetCookie({ name, options: site.cookies.transaction.options })
  const transaction = await openValue(site, findCookie(jar, name))
  const fault = decideFault(transaction, wanted, site.runtime.now())
  if (transaction === undefined || fault !== undefined) {
    // An attempt at another provider is still under way there; it is not ours to end.
    return { found: false, fault: fault ?? 'unreadable', forget: fault === 'other-provider' ? [] : [forget] }
  }
  return { found: true, transaction, forget }
}

/** A transaction that a browser has open, and the cookie that ends it. */
export interface OpenTransaction {
  readonly transaction: Transaction
  readonly forget: Cookie
}

/** All transactions that a browser has open, the newest first. */
export const listTransactions = async (site: Site, jar: CookieJar): Promise<readonly OpenTransaction[]> => {
  const { options } = site.cookies.transaction
  const now = toSeconds(site.runtime.now())
  const names = [...jar.keys()].filter((cookie) => isOwnName(site, cookie))
  const read = await Promise.all(
    names.map(async (name) => {
      const transaction = await openValue(site, findCookie(jar, name))
      const isLive = transaction !== undefined && now <= transaction.created + lifetime(transaction)
      return isLive ? [{ transaction, forget: forgetCookie({ name, options }) }] : []
    }),
  )
  return read.flat().toSorted((a, b) => b.transaction.created - a.transaction.created)
}
