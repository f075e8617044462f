import { EmailSignInError } from '../errors/classes.ts'

/** RFC 5321 §4.5.3.1. */
const LONGEST = 254
const LONGEST_LOCAL = 64
const LONGEST_LABEL = 63

/** RFC 5322 §3.2.3 dot-atom: no quotes, no comments, nothing that a second parser could read as another address. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const INTERNATIONAL = /^[\p{L}\p{N}\p{M}.-]+$/u

const refuse = (): EmailSignInError => new EmailSignInError('The text is not one plain e-mail address')

/** The domain in letters, digits and hyphens (RFC 5890), or `undefined`. */
const findDomain = (domain: string): string | undefined => {
  if (!INTERNATIONAL.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const host = new URL(`http://${domain}`).hostname
  const labels = host.split('.')
  // An address of digits alone is read as an IP address by URL parsers: not a mail domain.
  if (/^[\d.]+$/.test(host)) return undefined
  return labels.every((label) => label.length <= LONGEST_LABEL && LABEL.test(label)) ? host : undefined
}

/**
 * Exactly one plain address. Throws `EmailSignInError` for lists, groups, display names, quotes, control characters and
 * whatever else would have to be interpreted.
 */
export const checkAddress = (address: string): string => {
  if (address.length > LONGEST) throw refuse()
  const [local, domain, more] = address.split('@')
  if (local === undefined || domain === undefined || more !== undefined) throw refuse()
  const host = findDomain(domain)
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
