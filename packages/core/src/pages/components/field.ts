import type { PageField } from '../../types/page-props.ts'
import { html, Markup } from '../markup/html.ts'

/** The types of input that make sense in a sign-in form; any other is shown as text. */
const TYPES = new Set(['checkbox', 'date', 'email', 'number', 'password', 'search', 'tel', 'text', 'url'])

const typeOf = (field: PageField): string => (TYPES.has(field.type) ? field.type : 'text')

const NAMED_LIKE_USER = /^(?:e-?mail|id(?:entifier)?|login|user(?:[-_]?name)?)$/i
const NAMED_LIKE_CODE = /^(?:code|otp|passcode|pin|totp|two[-_]?factor)$/i

/** What browsers and password managers fill in (HTML §4.10.18.7), unless the owner says so. */
const autocompleteOf = (field: PageField): string | undefined => {
  if (field.autocomplete !== undefined) return field.autocomplete
  if (NAMED_LIKE_CODE.test(field.name)) return 'one-time-code'
  if (field.type === 'password') return 'current-password'
  if (field.type === 'tel') return 'tel'
  // An address that is asked for along with a password is a user name to a password manager.
  return field.type === 'email' || NAMED_LIKE_USER.test(field.name) ? 'username' : undefined
}

/** Where a field stands and what is wrong with it. */
export interface FieldPlace {
  /** Unique on the page. */
  readonly id: string
  /** The id of the element that says what was wrong. */
  readonly error?: string
}

const attributes = (field: PageField, type: string, { error }: FieldPlace): readonly Markup[] => {
  const { placeholder, required } = field
  const isText = type !== 'checkbox'
  const autocomplete = isText ? autocompleteOf(field) : undefined
  return [
    autocomplete && html` autocomplete="${autocomplete}"`,
    placeholder && html` placeholder="${placeholder}"`,
    isText && error && html` aria-invalid="true" aria-describedby="${error}"`,
    // Phones would write a user name with a capital.
    type === 'text' && html` autocapitalize="none" spellcheck="false"`,
    required && html` required`,
  ].filter((one) => one instanceof Markup)
}

/** An input with its label. */
export const labelledField = (field: PageField, place: FieldPlace): Markup => {
  const type = typeOf(field)
  const label = html`<label for="${place.id}">${field.label}</label>`
  const input = html`<input id="${place.id}" name="${field.name}" type="${type}" ${attributes(field, type, place)} />`
  return type === 'checkbox' ? html`<div class="check">${input}${label}</div>` : html`${label}${input}`
}
