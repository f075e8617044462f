import { causeOf } from '../../errors/auth-error.ts'
import { EmailSignInError } from '../../errors/error-classes.ts'
import { findMailDomain } from '../../web/mail-domain.ts'

/** RFC 5321 §4.5.3.1. */
const MAX_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

/** RFC 5322 §3.2.3 dot-atom. Without quotes and comments every parser reads the same address. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i

const invalidAddress = (cause = {}): EmailSignInError =>
  new EmailSignInError('The text is not one plain e-mail address', cause)

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo']
const inScript = SCRIPTS.map((name) => `\\p{Script=${name}}`)
const OTHER = `(?![\\p{Script=Common}\\p{Script=Inherited}])[^${inScript.join('')}]`

/** Finds a letter of each script, and of any other script. */
const LETTERS = [...inScript, OTHER].map((pattern) => new RegExp(pattern, 'u'))

/** The scripts that Japanese, Chinese and Korean combine, with Latin. */
const COMBINATIONS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/**
 * Whether a label of a domain mixes scripts that no language combines, as look-alike domains do: "paypal" with a Cyrillic "a".
 * The rule is "Highly Restrictive" of UTS #39 §5.2: scripts that it does not list may not be mixed.
 */
const mixesScripts = (label: string): boolean => {
  const used = [...SCRIPTS, 'other'].filter((_, i) => LETTERS[i]?.test(label))
  return used.length > 1 && !COMBINATIONS.some((group) => used.every((name) => group.includes(name)))
}

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

/** Control characters and line separators. Trimming would hide them at the ends of a text. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

const normalizeAddress = (typed: string): string | undefined =>
  CONTROL.test(typed) ? undefined : typed.normalize('NFKC').trim().toLowerCase()

/**
 * Normalize an address, then validate it. The result is the address that is stored, compared and used for sending. Throws
 * `EmailSignInError`.
 *
 * @param normalize the developer's function, used instead of the default (NFKC, trimmed, lower case)
 */
export const readAddress = (
  typed: unknown,
  normalize: (identifier: string) => string | undefined = normalizeAddress,
): string => {
  // Limit the length before any work: normalization can make a text longer.
  if (typeof typed !== 'string' || typed === '' || typed.length > MAX_LENGTH * 2) throw invalidAddress()
  let normalized: unknown
  try {
    normalized = normalize(typed)
  } catch (error) {
    // The developer's function can reject an address by throwing.
    throw invalidAddress(causeOf(error))
  }
  if (typeof normalized !== 'string') throw invalidAddress()
  return checkAddress(normalized)
}
