import type { PageField } from '../types/page-props.ts'

const USERNAME = /^(?:e-?mail|id(?:entifier)?|login|user(?:[-_]?name)?)$/i
const ONE_TIME_CODE = /^(?:code|otp|passcode|pin|totp|two[-_]?factor)$/i

/** The `autocomplete` per input type. Password managers use the e-mail address as the user name. */
const AUTOCOMPLETE = new Map([
  ['email', 'username'],
  ['password', 'current-password'],
  ['tel', 'tel'],
])

/** The `autocomplete` of a field (HTML §4.10.18.7): from the config, or else from its name and type. */
export const autocompleteOf = ({ autocomplete, name, type }: PageField): string | undefined => {
  if (autocomplete !== undefined) return autocomplete
  if (ONE_TIME_CODE.test(name)) return 'one-time-code'
  return AUTOCOMPLETE.get(type) ?? (USERNAME.test(name) ? 'username' : undefined)
}

const IDENTIFIER_TYPES = new Set(['email', 'text'])

/** Whether the user types into a field who they are: an e-mail address or a user name, and never a secret. */
export const isIdentifier = (field: PageField): boolean =>
  IDENTIFIER_TYPES.has(field.type) && /\b(?:username|email)\b/.test(autocompleteOf(field) ?? '')
