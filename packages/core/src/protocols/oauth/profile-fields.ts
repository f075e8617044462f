import { findMailDomain } from '../../web/mail-domain.ts'

const LONGEST_NAME = 256
const LONGEST_ADDRESS = 254
const LONGEST_IMAGE = 2048

/**
 * Control characters, halves of a surrogate pair without the other half, and marks that turn the direction of the text
 * around them: none belongs in a name, and all of them deceive a reader or a database.
 */
const DECEIVING = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A name to be shown: one line, bounded. */
export const readName = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  // Cut first: the cut itself may leave half a pair.
  const name = value.slice(0, LONGEST_NAME).replace(DECEIVING, '').trim()
  return name === '' ? undefined : name
}

/** The address of a picture, when it is an http or https one: a `javascript:` address would wait for a careless page. */
export const readImage = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > LONGEST_IMAGE || !URL.canParse(value)) return undefined
  const { protocol, href } = new URL(value)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/**
 * One at sign with something on both sides; no spaces, quotes, lists or control characters, and nothing that nobody sees: with a
 * character that is ignored (RFC 8264 §9.13) an address looks like somebody else's, and some collations take it for that.
 */
const PART = String.raw`[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]+`
const ADDRESS = new RegExp(`^${PART}@${PART}$`, 'u')

/** A domain of ASCII letters is kept as it came; another one gets the form that every way to sign in writes it in. */
const withPlainDomain = (email: string): string | undefined => {
  const [local = '', domain = ''] = email.split('@')
  const plain = /^[\x21-\x7e]+$/.test(domain) ? domain : findMailDomain(domain)
  return plain === undefined ? undefined : `${local}@${plain}`
}

/**
 * An address, trimmed and in lower case; one that cannot be an address counts as none. Only ASCII letters are folded:
 * folding all of Unicode would make one mailbox of two (U+212A, the sign for kelvin, becomes a k).
 */
export const readEmail = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS * 2) return undefined
  const email = value.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return email.length <= LONGEST_ADDRESS && ADDRESS.test(email) ? withPlainDomain(email) : undefined
}
