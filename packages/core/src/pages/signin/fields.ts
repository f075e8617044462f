import type { PageField } from '../../types/page-props.ts'
import { autocompleteOf } from '../../web/autocomplete.ts'
import { ERROR_ID } from '../components/error-box.ts'
import { html, Markup } from '../markup/html.ts'

/** The id of a field on the sign-in page, from the positions of its provider and of the field. */
export const fieldId = (provider: number, field = 0): string => `field-${provider}-${field}`

/** The input types that fit into a sign-in form. Other types become `text`. */
const INPUT_TYPES = new Set(['checkbox', 'date', 'email', 'number', 'password', 'search', 'tel', 'text', 'url'])

/** The state of a field. */
export interface FieldState {
  /** What the user typed before. Never a password. */
  readonly value?: string | undefined
  /** Whether the browser puts the cursor there. */
  readonly hasFocus?: boolean
  readonly isInvalid?: boolean
  /** The message of the error, which stands under the field. */
  readonly error?: Markup | undefined
}

const attributesOf = (field: PageField, type: string, state: FieldState): readonly Markup[] => {
  const { placeholder, required } = field
  const isText = type !== 'checkbox'
  const autocomplete = isText ? autocompleteOf(field) : undefined
  return [
    autocomplete && html` autocomplete="${autocomplete}"`,
    placeholder && html` placeholder="${placeholder}"`,
    state.value && html` value="${state.value}"`,
    isText && state.isInvalid === true && html` aria-invalid="true" aria-describedby="${ERROR_ID}"`,
    // Without this, phones capitalize the user name.
    type === 'text' && html` autocapitalize="none" spellcheck="false"`,
    required && html` required`,
    state.hasFocus === true && html` autofocus`,
  ].filter((attribute) => attribute instanceof Markup)
}

/** A field with its label, and the message of its error. */
export const labeledField = (field: PageField, id: string, state: FieldState = {}): Markup => {
  const type = INPUT_TYPES.has(field.type) ? field.type : 'text'
  const label = html`<label for="${id}">${field.label}</label>`
  const input = html`<input id="${id}" name="${field.name}" type="${type}" ${attributesOf(field, type, state)} />`
  return type === 'checkbox' ? html`<div class="checkbox">${input}${label}</div>` : html`${label}${input}${state.error}`
}

/** A value of the step before. A text field and not a hidden one, because password managers store it as the user name. */
export const keptField = (name: string, value: string): Markup =>
  html`<input type="text" name="${name}" value="${value}" autocomplete="username" hidden />`
