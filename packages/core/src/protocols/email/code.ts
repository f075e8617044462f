/** RFC 8628 §6.1: without vowels a code spells no words, and without digits no letter is mistaken for a digit. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** Letters of a code, at least and at most: 26 and 35 bits. Limits on attempts protect them. */
export const SHORTEST_CODE = 6
export const LONGEST_CODE = 8

/** The longest lifetime of a code in seconds. A link may live longer. */
export const CODE_SECONDS = 900

/** The longest code, including codes from the developer's `generateVerificationToken`. */
const MAX_TYPED_LENGTH = 64

/** Generate a code. Each letter uses four random bytes, so the bias of the modulo is below one in a hundred million. */
export const makeCode = (length: number, random: (bytes: number) => Uint8Array): string => {
  const bytes = random(length * 4)
  const letter = (i: number): string => {
    const number = [0, 1, 2, 3].reduce((sum, offset) => sum * 256 + (bytes[i * 4 + offset] ?? 0), 0)
    return LETTERS.charAt(number % LETTERS.length)
  }
  return Array.from({ length }, (_, i) => letter(i)).join('')
}

/**
 * Normalize a typed code for comparison: upper case, without spaces and hyphens. `undefined` if the text cannot be a code.
 */
export const readCode = (typed: unknown): string | undefined => {
  if (typeof typed !== 'string' || typed.length > MAX_TYPED_LENGTH) return undefined
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
  return /^[A-Z0-9]+$/.test(code) ? code : undefined
}

/** Format a code for display, in two halves: `BCDF-GHJK`. */
export const formatCode = (code: string): string => {
  const half = Math.ceil(code.length / 2)
  return `${code.slice(0, half)}-${code.slice(half)}`
}
