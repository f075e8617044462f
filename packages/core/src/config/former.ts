import { InvalidConfig } from '../errors/classes.ts'
import type { FormerSessions } from '../types/config.ts'
import { makeKind } from './cookies.ts'
import type { CookieKind, CookieSet } from './cookies.ts'
import * as read from './read.ts'
import type { FormerConfig } from './resolved.ts'

const readUntil = (until: unknown): number => {
  const at = until instanceof Date ? until.getTime() : Date.parse(typeof until === 'string' ? until : '')
  // Without an end the old format would be accepted for ever, which nobody means by moving over.
  if (Number.isNaN(at)) throw new InvalidConfig('formerSessions.until has to be a Date or an ISO date')
  return at
}

type ReadCookies = FormerSessions['cookies']

const isReader = (value: unknown): value is ReadCookies => typeof value === 'function'

/** Sessions of a library that was here before, or nothing. */
export const readFormer = (written: unknown, own: (secure: boolean) => CookieSet): FormerConfig | undefined => {
  if (written === undefined || written === null) return undefined
  const { cookies, decode, until, keepCookies } = read.readRecord(written, 'formerSessions')
  if (!isReader(cookies)) throw new InvalidConfig('formerSessions.cookies has to be a function')
  const kinds = (secure: boolean): readonly CookieKind[] =>
    Object.freeze(
      cookies(secure).map(({ name, options }) => {
        const { session } = own(secure)
        return makeKind(name, { ...session.options, ...options }, 'formerSessions')
      }),
    )
  const sets = { secure: kinds(true), open: kinds(false) }
  return Object.freeze({
    cookies: (secure: boolean) => (secure ? sets.secure : sets.open),
    ...(read.readFunctions({ decode }, 'formerSessions') as Pick<FormerConfig, 'decode'>),
    until: readUntil(until),
    keepsCookies: read.readFlag(keepCookies, 'formerSessions.keepCookies') ?? false,
  })
}
