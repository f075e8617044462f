import { sameSecret } from '../base/bytes.ts'
import { isObject, parseJson } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { Site } from '../config/site.ts'
import { sha256Base64url } from '../crypto/keyring.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, forgetCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'
import { ATTEMPT_SECONDS } from './transaction.ts'
import type { Transaction } from './transaction.ts'

/** Attempts that one browser may have open; beyond, the oldest is dropped, so that headers stay small. */
const MOST_OPEN = 5

const SUFFIX_LENGTH = 12

const purpose = (site: Site): string => `transaction ${site.cookies.transaction.name}`

const cookieName = async (site: Site, state: string): Promise<string> => {
  const hash = await sha256Base64url(site.runtime.crypto, state)
  return `${site.cookies.transaction.name}.${hash.slice(0, SUFFIX_LENGTH)}`
}

const lifetime = (transaction: Transaction): number =>
  transaction.kind === 'email' ? transaction.lasts : ATTEMPT_SECONDS

/** What this room sealed itself, so its shape needs no second look beyond the kind. */
const isTransaction = (value: unknown): value is Transaction =>
  isObject(value) && (value['kind'] === 'oauth' || value['kind'] === 'email') && typeof value['created'] === 'number'

const openValue = async (site: Site, value: string | undefined): Promise<Transaction | undefined> => {
  if (value === undefined) return undefined
  const plaintext = await site.keyring.open(purpose(site), value)
  const transaction = plaintext === null ? undefined : parseJson(plaintext)
  return isTransaction(transaction) ? transaction : undefined
}

/** The transaction cookies of a browser beyond those it may keep, oldest first. */
const surplus = async (site: Site, jar: CookieJar): Promise<readonly Cookie[]> => {
  const { name, options } = site.cookies.transaction
  const names = [...jar.keys()].filter((cookie) => cookie.startsWith(`${name}.`))
  if (names.length < MOST_OPEN) return []
  const aged = await Promise.all(
    names.map(async (cookie) => ({ cookie, created: (await openValue(site, findCookie(jar, cookie)))?.created ?? 0 })),
  )
  aged.sort((a, b) => a.created - b.created)
  return aged.slice(0, names.length - MOST_OPEN + 1).map(({ cookie }) => forgetCookie({ name: cookie, options }))
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
  const name = await cookieName(site, transaction.state)
  const expires = new Date(site.runtime.now() + maxAge * 1000)
  return [...(await surplus(site, jar)), { name, value, options: { ...options, maxAge, expires } }]
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
  const name = await cookieName(site, wanted.state)
  if (!jar.has(name)) return { found: false, fault: 'absent', forget: [] }
  const forget = forgetCookie({ name, options: site.cookies.transaction.options })
  const transaction = await openValue(site, findCookie(jar, name))
  const fault = decideFault(transaction, wanted, site.runtime.now())
  if (transaction === undefined || fault !== undefined) {
    // An attempt at another provider is still under way there; it is not ours to end.
    return { found: false, fault: fault ?? 'unreadable', forget: fault === 'other-provider' ? [] : [forget] }
  }
  return { found: true, transaction, forget }
}
