import { isObject } from '../base/json.ts'
import type { Session } from '../types/user.ts'
import type { JWT } from '../types/jwt.ts'

interface Shown {
  readonly name: unknown
  readonly email: unknown
  readonly image: unknown
}

const text = (value: unknown): string | null | undefined =>
  typeof value === 'string' || value === null ? value : undefined

/**
 * What a client sees of a session unless the owner shows more: name, e-mail, picture, and when it ends. Whatever else a
 * session callback may want is handed to it beside this, so that returning it by spreading publishes nothing by accident.
 */
export const defaultSession = (user: Shown, expires: Date): Session => {
  const name = text(user.name)
  const email = text(user.email)
  const image = text(user.image)
  return {
    user: {
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      ...(image === undefined ? {} : { image }),
    },
    expires: expires.toISOString(),
  }
}

/** The session with members that can be read by name but are not copied by spreading, nor written out as JSON. */
export const withHidden = (session: Session, hidden: Readonly<Record<string, unknown>>): Session => {
  for (const [name, value] of Object.entries(hidden)) {
    Object.defineProperty(session, name, { value, enumerable: false, configurable: true })
  }
  return session
}

const isSession = (response: unknown): response is Session => isObject(response)
const isClaims = (response: unknown): response is JWT => isObject(response)

/**
 * What a session callback answered: a session that can be written down, or `null`, by which the owner shows none. Throws a
 * `TypeError` for anything else, since neither letting in nor signing out can be meant by it.
 */
export const readShown = (response: unknown): Session | null => {
  if (response === null) return null
  if (!isSession(response)) throw new TypeError('The session callback has to return a session or null')
  // What cannot be written down, such as a bigint, is better said here than when the answer goes out.
  JSON.stringify(response)
  return response
}

/** What a jwt callback answered: claims, or `null`, which ends the session. Throws a `TypeError` for anything else. */
export const readClaims = (response: unknown): JWT | null => {
  if (response === null) return null
  if (!isClaims(response)) throw new TypeError('The jwt callback has to return claims or null')
  return response
}
