import { authError } from '../../errors/error-classes.ts'

/** Characters. */
const MAX_LENGTH = 64

/** Control characters, and format characters such as those that reverse the direction of a line. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** The name that the user typed for a passkey, if any. Throws `InvalidCheck` if it is too long. */
export const readPasskeyName = (typed: unknown): string | undefined => {
  if (typeof typed !== 'string') return undefined
  const name = typed.normalize('NFC').replace(INVISIBLE, ' ').trim()
  if (name.length > MAX_LENGTH)
    throw authError('InvalidCheck', 'The name of a passkey is too long', { reason: 'length' })
  return name === '' ? undefined : name
}
