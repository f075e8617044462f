/** RFC 8628 §6.1: without vowels no words are spelled, and where no digit can be, no letter is taken for one. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** Characters that a code of ours has at least and at most: 26 and 35 bits, guarded by a counter of tries. */
export const SHORTEST_CODE = 6
export const LONGEST_CODE = 8

/** Seconds that a code works at most, however long a link does. */
export const CODE_SECONDS = 900

/** No code is longer than this, whoever made it. */
const LONGEST_TYPED = 64

/** How many codes of so many letters there are. */
export const countCodes = (length: number): number => LETTERS.length ** length

/** A code of so many letters. Four bytes make a letter, so that one is as likely as another to a billionth. */
export const makeCode = (length: number, random: (bytes: number) => Uint8Array): string => {
  const bytes = random(length * 4)
  const letter = (i: number): string => {
    const number = [0, 1, 2, 3].reduce((sum, at) => sum * 256 + (bytes[i * 4 + at] ?? 0), 0)
    return LETTERS.charAt(number % LETTERS.length)
  }
  return Array.from({ length }, (_, i) => letter(i)).join('')
}

/**
 * A code as it is compared: how somebody typed it, with small letters, spaces and hyphens, makes no difference.
 * `undefined` when it can be none.
 */
export const readCode = (typed: unknown): string | undefined => {
  if (typeof typed !== 'string' || typed.length > LONGEST_TYPED) return undefined
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
  return /^[A-Z0-9]+$/.test(code) ? code : undefined
}

/** A code as it is shown: in two halves, which the eye keeps apart. */
export const showCode = (code: string): string => {
  const half = Math.ceil(code.length / 2)
  return `${code.slice(0, half)}-${code.slice(half)}`
}
