import { authError } from '../errors/error-classes.ts'

/** Control and format characters, such as those that reverse the direction of a line. Names need the joiners. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** The name that a user typed, in one line; `undefined` if it is empty. Throws `InvalidCheck` if it is too long. */
export const readTypedName = (typed: unknown, maxLength: number): string | undefined => {
  if (typeof typed !== 'string') return undefined
  const name = typed.normalize('NFC').replace(INVISIBLE, ' ').trim()
  if (name.length > maxLength) throw authError('InvalidCheck', 'The name is too long', { reason: 'length' })
  return /[^\s\u200c\u200d]/u.test(name) ? name : undefined
}
