import type { Messages } from '../../types/messages.ts'
import type { CodeForm } from '../../types/page-props.ts'
import { html, type Markup } from '../markup/html.ts'
import { button, type ButtonContext } from './button.ts'
import { commonFields, hiddenFields, postForm } from './post-form.ts'

const CODE_ID = 'code'

const HINT_ID = 'code-hint'
const CODE_ERROR_ID = 'code-error'

/** What was wrong with the code of the last request, and what the user can do. */
const codeError = ({ isWrong, attemptsLeft }: CodeForm, { code }: Messages['verifyRequest']): Markup | undefined => {
  if (isWrong !== true) return undefined
  const left = attemptsLeft === undefined ? undefined : html`${code.attemptsLeft(attemptsLeft)} `
  return html`<p class="field-error" id="${CODE_ERROR_ID}" role="alert">
    <strong>${code.wrong}</strong> ${left}${code.next}
  </p>`
}

/**
 * The form for a code from an e-mail. Phones fill in a code that they receive (HTML §4.10.18.7, `one-time-code`). If it
 * is the main form of the page, it has the focus, and a script submits a complete code.
 */
export const codeForm = (form: CodeForm, context: ButtonContext, isMain = false): Markup => {
  const { messages } = context
  const { code } = messages.verifyRequest
  const { isWrong = false, isNumeric = false } = form
  const invalid = isWrong ? html` aria-invalid="true"` : undefined
  const main = isMain ? html` autofocus data-code="${form.length.toString()}"` : undefined
  const describedBy = isWrong ? `${CODE_ERROR_ID} ${HINT_ID}` : HINT_ID
  const hint = isNumeric ? code.digits(form.length) : code.length(form.length)
  const submits = isMain ? html`<span data-submits hidden>· ${code.submits}</span>` : undefined
  const field = html`<label for="${CODE_ID}">${code.label}</label>
    <input
      id="${CODE_ID}"
      name="${form.name}"
      type="text"
      class="code"
      required
      inputmode="${isNumeric ? 'numeric' : 'text'}"
      autocomplete="one-time-code"
      autocapitalize="characters"
      spellcheck="false"
      dir="ltr"
      aria-describedby="${describedBy}"
      ${invalid}
      ${main}
    />
    ${codeError(form, messages.verifyRequest)}
    <p class="hint" id="${HINT_ID}">${hint} ${submits}</p>`
  const content = html`${commonFields(form)}${hiddenFields(form.fields)}${field}${button({ label: form.submit ?? code.submit }, context)}`
  return postForm(form.action, content)
}
