import { isObject } from '../../base/json.ts'
import { oncePer } from '../../base/async.ts'
import { DAY } from '../../base/time.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'
import type { EmailConfig } from '../../types/providers.ts'

/** RFC 8628 §6.1: without vowels a code spells no words, and without digits no letter is mistaken for a digit. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

const DIGITS = '0123456789'

export type CodeFormat = 'letters' | 'digits'

/** What codes of a format are made of, and their defaults. There are far fewer codes of digits, so fewer attempts. */
const FORMATS: Readonly<Record<CodeFormat, { characters: string; length: number; attempts: number }>> = {
  letters: { characters: LETTERS, length: 8, attempts: 100 },
  digits: { characters: DIGITS, length: 6, attempts: 20 },
}

/** Characters of the shortest code: 26 bits of letters, 20 of digits. Limits on attempts protect them. */
export const SHORTEST_CODE = 6
const CODE_LENGTHS = [SHORTEST_CODE, 7, 8]

/** The longest lifetime of a code in seconds. A link may live longer. */
const CODE_SECONDS = 900

/** The longest code, including codes from the developer's `generateVerificationToken`. */
const MAX_TYPED_LENGTH = 64

/** Generate a code. Each character uses four random bytes, so the bias of the modulo is below one in ten million. */
export const makeCode = (length: number, random: (bytes: number) => Uint8Array, format: CodeFormat = 'letters') => {
  const { characters } = FORMATS[format]
  const { buffer, byteOffset } = random(length * 4)
  const numbers = new DataView(buffer, byteOffset)
  return Array.from({ length }, (_, i) => characters.charAt(numbers.getUint32(i * 4) % characters.length)).join('')
}

/** The digits of Arabic and Persian keyboards. Their last four bits are their value. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** Marks of direction around a code that was copied from right-to-left text. */
const DIRECTION_MARKS = /[\u200e\u200f\u2066-\u2069]/g

/** Normalize a typed code: upper case, without spaces, hyphens and marks of direction. `undefined` if it is no code. */
export const readCode = (typed: unknown): string | undefined => {
  if (typeof typed !== 'string' || typed.length > MAX_TYPED_LENGTH) return undefined
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(DIRECTION_MARKS, '')
    .replace(/[\s\p{Pd}]/gu, '')
  return /^[A-Z0-9]+$/.test(code) ? code : undefined
}

export const isNumeric = (code: string): boolean => /^\d+$/.test(code)

/** A code in two halves, as users read it: `BCDF-GHJK` or `123 456`. */
export const formatCode = (code: string): string => {
  const half = Math.ceil(code.length / 2)
  return `${code.slice(0, half)}${isNumeric(code) ? ' ' : '-'}${code.slice(half)}`
}

type Options = Readonly<Record<string, unknown>>

const readPositive = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) || 1 : fallback

const invalidProvider = (provider: Options, why: string): InvalidConfig =>
  new InvalidConfig(`Provider "${String(provider['id'])}" ${why}`, { provider: String(provider['id']) })

const resolve = (provider: Options) => {
  const { mode = 'link', codeFormat = 'letters', sendVerificationRequest, sendNotification } = provider
  if (typeof sendVerificationRequest !== 'function')
    throw invalidProvider(provider, 'has no sendVerificationRequest function')
  if (sendNotification !== undefined && typeof sendNotification !== 'function')
    throw invalidProvider(provider, 'has a sendNotification that is not a function')
  if (mode !== 'link' && mode !== 'code' && mode !== 'both')
    throw invalidProvider(provider, 'has a mode that is not "link", "code" or "both"')
  if (codeFormat !== 'letters' && codeFormat !== 'digits')
    throw invalidProvider(provider, 'has a codeFormat that is not "letters" or "digits"')
  const format = FORMATS[codeFormat]
  const { codeLength = format.length } = provider
  if (typeof codeLength !== 'number' || !CODE_LENGTHS.includes(codeLength))
    throw invalidProvider(provider, `has a codeLength that is not ${CODE_LENGTHS.join(' or ')}`)
  const hasCode = mode !== 'link'
  const maxAge = readPositive(provider['maxAge'], hasCode ? CODE_SECONDS : DAY)
  const limits = isObject(provider['limits']) ? provider['limits'] : {}
  return Object.freeze({
    provider: provider as unknown as EmailConfig,
    hasLink: mode !== 'code',
    hasCode,
    codeFormat,
    codeLength,
    maxAge,
    /** Seconds that a code works; `maxAge` is that of a link. */
    codeAge: Math.min(maxAge, CODE_SECONDS),
    limits: { sends: readPositive(limits['sends'], 5), attempts: readPositive(limits['attempts'], format.attempts) },
    /** Milliseconds that one call to a mail service may take. */
    timeout: readPositive(provider['timeout'], 10_000),
  })
}

export type ResolvedEmailProvider = ReturnType<typeof resolve>

/** Resolve an e-mail provider, once for each provider object. Throws `InvalidConfig` for an invalid option. */
export const resolveEmailProvider = oncePer(resolve)
