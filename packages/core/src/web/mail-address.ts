/** RFC 1035 §2.3.4. */
const MAX_LABEL_LENGTH = 63
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
const INTERNATIONAL = /^[\p{L}\p{N}\p{M}.-]+$/u

/** The ASCII form of a mail domain (RFC 5890), for all methods: with two forms, one mailbox would be two users. */
const findMailDomain = (domain: string): string | undefined => {
  // The URL parser drops invisible letters, such as U+034F, and one domain would have several spellings.
  if (!INTERNATIONAL.test(domain) || IGNORABLE.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const host = new URL(`http://${domain}`).hostname
  const labels = host.split('.')
  // URL parsers read a host of digits as an IP address, which is not a mail domain.
  if (/^[\d.]+$/.test(host)) return undefined
  return labels.every((label) => label.length <= MAX_LABEL_LENGTH && LABEL.test(label)) ? host : undefined
}

/** RFC 5321 §4.5.3.1. */
export const MAX_ADDRESS_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

/** RFC 5322 §3.2.3 dot-atom. Without quotes and comments every parser reads the same address. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo']
const inScript = SCRIPTS.map((name) => `\\p{Script=${name}}`)
const OTHER = `(?![\\p{Script=Common}\\p{Script=Inherited}])[^${inScript.join('')}]`

const ASCII = /^[!-~]*$/

/** Finds a letter of each script, and of any other script. */
const LETTERS = [...inScript, OTHER].map((pattern) => new RegExp(pattern, 'u'))

/** The scripts that Japanese, Chinese and Korean combine, with Latin. */
const COMBINATIONS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/** Whether a label mixes scripts, such as "paypal" with a Cyrillic "a" (UTS #39 §5.2, "Highly Restrictive"). */
const mixesScripts = (label: string): boolean => {
  // The letters of ASCII are Latin.
  if (ASCII.test(label)) return false
  const used = [...SCRIPTS, 'other'].filter((_, i) => LETTERS[i]?.test(label))
  return used.length > 1 && !COMBINATIONS.some((group) => used.every((name) => group.includes(name)))
}

/**
 * One plain e-mail address with its domain in ASCII, or `undefined`: for lists, display names and look-alike domains.
 * Forms and providers share this grammar: else a user could not verify the address of a provider.
 */
export const findMailAddress = (text: string): string | undefined => {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined
  const [local, domain, rest] = text.split('@')
  if (local === undefined || domain === undefined || rest !== undefined) return undefined
  const host = domain.split('.').some(mixesScripts) ? undefined : findMailDomain(domain)
  if (host === undefined || local.length > MAX_LOCAL_LENGTH || !LOCAL.test(local)) return undefined
  const address = `${local}@${host}`
  // The ASCII form of a domain can be longer than the written one.
  return address.length > MAX_ADDRESS_LENGTH ? undefined : address
}

/** Control characters and line separators. Trimming would hide them at the ends of a text. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** The text as addresses are compared: trimmed, with ASCII letters in lower case. With all, U+212A would become k. */
export const foldCase = (text: string): string => text.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The text as addresses are stored. `undefined` if it has control characters. */
export const foldAddress = (text: string): string | undefined => (CONTROL.test(text) ? undefined : foldCase(text))
