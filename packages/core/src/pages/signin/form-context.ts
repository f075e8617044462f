import type { Messages } from '../../i18n/messages.ts'
import type { Markup } from '../markup/html.ts'

/** What the forms of one sign-in page share. */
export interface FormContext {
  readonly messages: Messages
  /** The fields that every form sends along. */
  readonly hidden: Markup
  /** The id of the provider that this browser used last. */
  readonly lastUsed: string | undefined
  /** The id of the element that says what is wrong with a field, by the id of the field. */
  readonly errorOf: (fieldId: string) => string | undefined
}
