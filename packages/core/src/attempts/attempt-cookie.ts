import { sameSecret } from '../base/bytes.ts'
import { parseJson } from '../base/json.ts'
import { toSeconds } from '../base/time.ts'
import type { AuthContext } from '../config/auth-context.ts'
import type { Cookie } from '../types/http.ts'
import { findCookie, clearCookie } from '../web/cookies.ts'
import type { CookieJar } from '../web/cookies.ts'
import { isAttempt } from './attempt-shapes.ts'
import { ATTEMPT_SECONDS } from './attempt.ts'
import type { Attempt } from './attempt.ts'

/** Attempts that one browser may have open, and the characters they may take; beyond, the oldest go. Servers allow some 16 KiB. */
const MOST_OPEN = 5
const MOST_CHARACTERS = 8192

const SUFFIX_LENGTH = 12

const purpose = (context: AuthContext): string => `transaction ${context.cookies.attempt.name}`

const cookieName = (context: AuthContext, mac: string): string =>
  `${context.cookies.attempt.name}.${mac.slice(0, SUFFIX_LENGTH)}`

/** The names that a state may have under each secret. Keyed, so that a name tells nothing about a state that is short. */
const cookieNames = async (context: AuthContext, state: string): Promise<readonly string[]> =>
  (await context.keyring.macs('transaction name', state)).map((mac) => cookieName(context, mac))

const isOwnName = (context: AuthContext, cookie: string): boolean => {
  const { name } = context.cookies.attempt
  return cookie.startsWith(`${name}.`) && /^[0-9a-f]{12}$/.test(cookie.slice(name.length + 1))
}

const lifetime = (attempt: Attempt): number => (attempt.kind === 'oauth' ? ATTEMPT_SECONDS : attempt.expiresIn)

const openValue = async (context: AuthContext, value: string | undefined): Promise<Attempt | undefined> => {
  if (value === undefined) return undefined
  const plaintext = await context.keyring.open(purpose(context), value)
  const attempt = plaintext === null ? undefined : parseJson(plaintext)
  return isAttempt(attempt) ? attempt : undefined
}

/** The transaction cookies of a browser that have to go to make room for another one. */
const surplus = async (context: AuthContext, jar: CookieJar, needed: number): Promise<readonly Cookie[]> => {
  const names = [...jar.keys()].filter((cookie) => isOwnName(context, cookie))
  const held = await Promise.all(
    names.map(async (name) => {
      const value = findCookie(jar, name)
      const created = (await openValue(context, value))?.created ?? 0
      return { name, created, length: name.length + (value?.length ?? 0) }
    }),
  )
  held.sort((a, b) => b.created - a.created)
  let room = MOST_CHARACTERS - needed
  const kept = held.slice(0, MOST_OPEN - 1).filter(({ length }) => (room -= length) >= 0)
  const { options } = context.cookies.attempt
  return held.filter((cookie) => !kept.includes(cookie)).map(({ name }) => clearCookie({ name, options }))
}

/** The cookies that open a transaction in a browser. */
export const beginAttempt = async (
  context: AuthContext,
  jar: CookieJar,
  attempt: Attempt,
): Promise<readonly Cookie[]> => {
  const maxAge = lifetime(attempt)
  const { options } = context.cookies.attempt
  const value = await context.keyring.seal(purpose(context), JSON.stringify(attempt))
  const name = cookieName(context, await context.keyring.mac('transaction name', attempt.state))
  const expires = new Date(context.runtime.now() + maxAge * 1000)
  const dropped = await surplus(context, jar, name.length + value.length)
  return [...dropped, { name, value, options: { ...options, maxAge, expires } }]
}

/** Why a browser has no transaction for a state. Goes into the log. */
export type AttemptFault = 'absent' | 'unreadable' | 'expired' | 'other-provider' | 'other-state'

/** A browser's transaction for a state, and the cookie that ends it. */
export type AttemptReading =
  | { readonly found: true; readonly attempt: Attempt; readonly forget: Cookie }
  | { readonly found: false; readonly fault: AttemptFault; readonly forget: readonly Cookie[] }

const decideFault = (
  attempt: Attempt | undefined,
  wanted: { readonly provider: string; readonly state: string; readonly kind: Attempt['kind'] },
  now: number,
): AttemptFault | undefined => {
  if (attempt === undefined || attempt.kind !== wanted.kind) return 'unreadable'
  if (attempt.provider !== wanted.provider) return 'other-provider'
  if (!sameSecret(attempt.state, wanted.state)) return 'other-state'
  return toSeconds(now) > attempt.created + lifetime(attempt) ? 'expired' : undefined
}

/** Find the transaction that a browser opened for this state at this provider. */
export const findAttempt = async (
  context: AuthContext,
  jar: CookieJar,
  wanted: { readonly provider: string; readonly state: string; readonly kind: Attempt['kind'] },
): Promise<AttemptReading> => {
  const name = (await cookieNames(context, wanted.state)).find((own) => jar.has(own))
  if (name === undefined) return { found: false, fault: 'absent', forget: [] }
  const forget = clearCookie({ name, options: context.cookies.attempt.options })
  const attempt = await openValue(context, findCookie(jar, name))
  const fault = decideFault(attempt, wanted, context.runtime.now())
  if (attempt === undefined || fault !== undefined) {
    // An attempt at another provider is still under way there; it is not ours to end.
    return { found: false, fault: fault ?? 'unreadable', forget: fault === 'other-provider' ? [] : [forget] }
  }
  return { found: true, attempt, forget }
}

/** A transaction that a browser has open, and the cookie that ends it. */
export interface OpenAttempt {
  readonly attempt: Attempt
  readonly forget: Cookie
}

/** All transactions that a browser has open, the newest first. */
export const listAttempts = async (context: AuthContext, jar: CookieJar): Promise<readonly OpenAttempt[]> => {
  const { options } = context.cookies.attempt
  const now = toSeconds(context.runtime.now())
  const names = [...jar.keys()].filter((cookie) => isOwnName(context, cookie))
  const read = await Promise.all(
    names.map(async (name) => {
      const attempt = await openValue(context, findCookie(jar, name))
      const isLive = attempt !== undefined && now <= attempt.created + lifetime(attempt)
      return isLive ? [{ attempt, forget: clearCookie({ name, options }) }] : []
    }),
  )
  return read.flat().toSorted((a, b) => b.attempt.created - a.attempt.created)
}
