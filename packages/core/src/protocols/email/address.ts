import { causeOf } from '../../errors/auth-error.ts'
import { InvalidEmail } from '../../errors/error-classes.ts'
import { findMailAddress, foldAddress, MAX_ADDRESS_LENGTH } from '../../web/mail-address.ts'

const invalidAddress = (cause = {}): InvalidEmail => new InvalidEmail('The text is not one plain e-mail address', cause)

/** Check one plain address: no list, group, display name, quote or look-alike domain. Returns its domain in ASCII. */
export const checkAddress = (address: string): string => {
  const found = findMailAddress(address)
  if (found === undefined) throw invalidAddress()
  return found
}

/** A user may type full-width letters, as an input method for Chinese or Japanese offers them. */
const normalizeAddress = (typed: string): string | undefined => foldAddress(typed.normalize('NFKC'))

/** Normalize an address, then validate it: the result is stored, compared and used for sending. */
export const readAddress = (typed: unknown, normalize: (typed: string) => string | undefined = normalizeAddress) => {
  // Limit the length before any work: normalization can make a text longer.
  if (typeof typed !== 'string' || typed === '' || typed.length > MAX_ADDRESS_LENGTH * 2) throw invalidAddress()
  let normalized: unknown
  try {
    normalized = normalize(typed)
  } catch (error) {
    // The developer's function can reject an address by throwing. Another error may be a mistake of it, so the log needs it.
    throw error instanceof InvalidEmail ? error : invalidAddress(causeOf(error))
  }
  if (typeof normalized !== 'string') throw invalidAddress()
  return checkAddress(normalized)
}
