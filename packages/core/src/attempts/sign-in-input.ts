import type { AuthContext } from '../config/engine-types.ts'
import { isNumber, isString, type Shaped } from '../base/json.ts'
import { MINUTE, toSeconds } from '../base/time.ts'
import type { CookieJar } from '../web/cookies.ts'
import { sealedCookie } from './sealed-cookie.ts'

/** Long enough to find a password, short enough for a shared device. */
const EXPIRES_IN: number = 10 * MINUTE

/** Characters. The longest e-mail address has 254 (RFC 5321 §4.5.3.1.3). */
const MAX_LENGTH = 254

const shape = {
  /** The provider that failed. Empty after the first step, which names none. */
  provider: isString,
  /** What the user typed. Empty if it was nothing, or too long for an address or a user name. */
  identifier: isString,
  /** Seconds since the epoch. */
  created: isNumber,
}

const input = sealedCookie<Shaped<typeof shape>>({
  cookie: 'signInInput',
  purpose: 'sign-in input',
  shapes: [shape],
  expiresAt: ({ created }) => created + EXPIRES_IN,
})

/** The cookies that keep what was typed for the next sign-in page, because an address in a URL would be in logs. */
export const keepSignInInput = async (context: AuthContext, jar: CookieJar, provider: string, typed: string) => {
  const trimmed = typed.trim()
  const identifier = trimmed.length > MAX_LENGTH ? '' : trimmed
  const created = toSeconds(context.runtime.now())
  return (await input.write(context, jar, { provider, identifier, created })) ?? []
}

export const findSignInInput = input.read

export const clearSignInInput = input.clear
