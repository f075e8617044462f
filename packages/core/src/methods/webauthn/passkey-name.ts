import { authError } from '../../errors/error-classes.ts'

/** Characters of a passkey's name. */
const LONGEST_NAME = 64

/** Controls, and what turns the direction of a line: a name is shown among others. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** What a person calls a passkey, in one line; `undefined` when nothing was typed. Throws `InvalidCheck` for an endless one. */
export const readPasskeyName = (typed: unknown): string | undefined => {
  if (typeof typed !== 'string') return undefined
  const name = typed.normalize('NFC').replace(UNSEEN, ' ').trim()
  if (name.length > LONGEST_NAME)
    throw authError('InvalidCheck', 'The name of a passkey is too long', { reason: 'length' })
  return name === '' ? undefined : name
}
