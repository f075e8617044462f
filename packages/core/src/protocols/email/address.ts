import { causeOf } from '../../errors/cause-of.ts'
import { EmailSignInError } from '../../errors/error-classes.ts'
import { findMailDomain } from '../../web/mail-domain.ts'
import { mixesScripts } from './unicode-scripts.ts'

/** RFC 5321 §4.5.3.1. */
const MAX_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

/** RFC 5322 §3.2.3 dot-atom. Without quotes and comments every parser reads the same address. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i

const invalidAddress = (cause?: ReturnType<typeof causeOf>): EmailSignInError =>
  new EmailSignInError('The text is not one plain e-mail address', cause)

/**
 * Validate one plain address and return it with its domain in ASCII. Throws `EmailSignInError` for lists, groups, display
 * names, quotes, control characters and look-alike domains.
 */
export const checkAddress = (address: string): string => {
  if (address.length > MAX_LENGTH) throw invalidAddress()
  const [local, domain, rest] = address.split('@')
  if (local === undefined || domain === undefined || rest !== undefined) throw invalidAddress()
  const host = domain.split('.').some(mixesScripts) ? undefined : findMailDomain(domain)
  if (host === undefined || local.length > MAX_LOCAL_LENGTH || !LOCAL.test(local)) throw invalidAddress()
  const result = `${local}@${host}`
  // The ASCII form of a domain can be longer than the text that the user typed.
  if (result.length > MAX_LENGTH) throw invalidAddress()
  return result
}

/** The developer's function can reject an address by throwing. */
const normalizeWith = (normalize: (identifier: string) => string, typed: string): unknown => {
  try {
    return normalize(typed)
  } catch (error) {
    throw invalidAddress(causeOf(error))
  }
}

/** Control characters and line separators. Trimming would hide them at the ends of a text. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

const normalizeAddress = (typed: string): string => {
  if (CONTROL.test(typed)) throw invalidAddress()
  return typed.normalize('NFKC').trim().toLowerCase()
}

/**
 * Normalize an address, then validate it. The result is the address that is stored, compared and used for sending. Throws
 * `EmailSignInError`.
 *
 * @param normalize the developer's function, used instead of the default (NFKC, trimmed, lower case)
 */
export const readAddress = (typed: unknown, normalize?: (identifier: string) => string): string => {
  // Limit the length before any work: normalization can make a text longer.
  if (typeof typed !== 'string' || typed === '' || typed.length > MAX_LENGTH * 2) throw invalidAddress()
  if (normalize === undefined) return checkAddress(normalizeAddress(typed))
  const normalized = normalizeWith(normalize, typed)
  if (typeof normalized !== 'string') throw invalidAddress()
  return checkAddress(normalized)
}
