export type CodeFormat = 'letters' | 'digits'

/** RFC 8628 §6.1: without vowels a code spells no words, and without digits no letter is mistaken for a digit. */
const CHARACTERS: Readonly<Record<CodeFormat, string>> = { letters: 'BCDFGHJKLMNPQRSTVWXZ', digits: '0123456789' }

/** The longest code, including codes from the developer's `generateVerificationToken`. */
const MAX_TYPED_LENGTH = 64

/** Generate a code. Each character uses four random bytes, so the bias of the modulo is below one in ten million. */
export const makeCode = (length: number, random: (bytes: number) => Uint8Array, format: CodeFormat = 'letters') => {
  const characters = CHARACTERS[format]
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
