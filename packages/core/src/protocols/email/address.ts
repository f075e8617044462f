import { causeOf } from '../../errors/cause-of.ts'
import { EmailSignInError } from '../../errors/error-classes.ts'
import { findMailDomain } from '../../web/mail-domain.ts'
import { mixesScripts } from './unicode-scripts.ts'

/** RFC 5321 §4.5.3.1. */
const LONGEST = 254
const LONGEST_LOCAL = 64

/** RFC 5322 §3.2.3 dot-atom: no quotes, no comments, nothing that a second parser could read as another address. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i

const refuse = (cause?: ReturnType<typeof causeOf>): EmailSignInError =>
  new EmailSignInError('The text is not one plain e-mail address', cause)

/**
 * Exactly one plain address. Throws `EmailSignInError` for lists, groups, display names, quotes, control characters,
 * look-alikes and whatever else would have to be interpreted.
 */
export const checkAddress = (address: string): string => {
  if (address.length > LONGEST) throw refuse()
  const [local, domain, more] = address.split('@')
  if (local === undefined || domain === undefined || more !== undefined) throw refuse()
  const host = domain.split('.').some(mixesScripts) ? undefined : findMailDomain(domain)
  if (host === undefined || local.length > LONGEST_LOCAL || !LOCAL.test(local)) throw refuse()
  const whole = `${local}@${host}`
  // Written in ASCII a domain is longer than it was typed.
  if (whole.length > LONGEST) throw refuse()
  return whole
}

/** The owner's own rule, whose refusal is the answer to an address and no accident. */
const normalizeBy = (normalize: (identifier: string) => string, typed: string): unknown => {
  try {
    return normalize(typed)
  } catch (error) {
    throw refuse(causeOf(error))
  }
}

/** Line ends and other characters that nobody types: at the ends of a text, trimming would hide them. */
const UNTYPED = /[\p{Cc}\p{Zl}\p{Zp}]/u

const normalizeAddress = (typed: string): string => {
  if (UNTYPED.test(typed)) throw refuse()
  return typed.normalize('NFKC').trim().toLowerCase()
}

/** Normalise, then validate: what comes back is what is stored, compared and written to. */
export const readAddress = (typed: unknown, normalize?: (identifier: string) => string): string => {
  // The limit comes before any work: normalisation can make a text longer.
  if (typeof typed !== 'string' || typed === '' || typed.length > LONGEST * 2) throw refuse()
  if (normalize === undefined) return checkAddress(normalizeAddress(typed))
  const own = normalizeBy(normalize, typed)
  if (typeof own !== 'string') throw refuse()
  return checkAddress(own)
}
