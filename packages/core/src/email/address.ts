import { EmailSignInError } from '../errors/classes.ts'
import { findMailDomain } from '../web/mail-domain.ts'

/** RFC 5321 §4.5.3.1. */
const LONGEST = 254
const LONGEST_LOCAL = 64

/** RFC 5322 §3.2.3 dot-atom: no quotes, no comments, nothing that a second parser could read as another address. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i

const refuse = (): EmailSignInError => new EmailSignInError('The text is not one plain e-mail address')

/**
 * Exactly one plain address. Throws `EmailSignInError` for lists, groups, display names, quotes, control characters and
 * whatever else would have to be interpreted.
 */
export const checkAddress = (address: string): string => {
  if (address.length > LONGEST) throw refuse()
  const [local, domain, more] = address.split('@')
  if (local === undefined || domain === undefined || more !== undefined) throw refuse()
  const host = findMailDomain(domain)
  if (host === undefined || local.length > LONGEST_LOCAL || !LOCAL.test(local)) throw refuse()
  return `${local}@${host}`
}

/** Normalise, then validate: what comes back is what is stored, compared and written to. */
export const readAddress = (typed: unknown, normalize?: (identifier: string) => string): string => {
  // The limit comes before any work: normalisation can make a text longer.
  if (typeof typed !== 'string' || typed === '' || typed.length > LONGEST * 2) throw refuse()
  if (normalize === undefined) return checkAddress(typed.normalize('NFKC').trim().toLowerCase())
  const own: unknown = normalize(typed)
  if (typeof own !== 'string') throw refuse()
  return checkAddress(own)
}
