import { InvalidConfig } from '../errors/error-classes.ts'
import type { LegacySessions } from '../types/auth-config.ts'
import { defineCookie } from './cookie-set.ts'
import type { CookieDefinition, CookieSet } from './cookie-set.ts'
import * as read from './readers.ts'
import type { LegacySessionConfig } from './resolved-config.ts'

const readUntil = (until: unknown): number => {
  const at = until instanceof Date ? until.getTime() : Date.parse(typeof until === 'string' ? until : '')
  // Without an end the old format would be accepted for ever, which nobody means by moving over.
  if (Number.isNaN(at)) throw new InvalidConfig('legacySessions.until has to be a Date or an ISO date')
  return at
}

type ReadCookies = LegacySessions['cookies']

const isReader = (value: unknown): value is ReadCookies => typeof value === 'function'

/** Sessions of a library that was here before, or nothing. */
export const readLegacySessions = (
  written: unknown,
  own: (secure: boolean) => CookieSet,
): LegacySessionConfig | undefined => {
  if (written === undefined || written === null) return undefined
  const { cookies, decode, until, keepCookies } = read.readRecord(written, 'legacySessions')
  if (!isReader(cookies)) throw new InvalidConfig('legacySessions.cookies has to be a function')
  const kinds = (secure: boolean): readonly CookieDefinition[] =>
    Object.freeze(
      cookies(secure).map(({ name, options }) => {
        const { session } = own(secure)
        return defineCookie(name, { ...session.options, ...options }, 'legacySessions')
      }),
    )
  const sets = { secure: kinds(true), open: kinds(false) }
  return Object.freeze({
    cookies: (secure: boolean) => (secure ? sets.secure : sets.open),
    ...(read.readFunctions({ decode }, 'legacySessions') as Pick<LegacySessionConfig, 'decode'>),
    until: readUntil(until),
    keepsCookies: read.readFlag(keepCookies, 'legacySessions.keepCookies') ?? false,
  })
}
