import type { Messages } from '../../types/messages.ts'
import type { CodeForm } from '../../types/page-props.ts'
import { html, type Markup } from '../markup/html.ts'
import { ERROR_ID } from './error-box.ts'
import { commonFields, hiddenFields, postForm, submitButton } from './post-form.ts'

/** The id of the field for the code. */
export const CODE_ID = 'code'

const HINT_ID = 'code-hint'

/** The form for a code from an e-mail. Phones fill in a code that they receive (HTML §4.10.18.7, `one-time-code`). */
export const codeForm = (form: CodeForm, messages: Messages): Markup => {
  const { code } = messages.verifyRequest
  const invalid = form.error && html` aria-invalid="true"`
  const describedBy = form.error === undefined ? HINT_ID : `${ERROR_ID} ${HINT_ID}`
  const field = html`<label for="${CODE_ID}">${code.label}</label>
    <input
      id="${CODE_ID}"
      name="${form.name}"
      type="text"
      class="code"
      required
      inputmode="text"
      autocomplete="one-time-code"
      autocapitalize="characters"
      spellcheck="false"
      dir="ltr"
      aria-describedby="${describedBy}"
      ${invalid}
    />
    <p class="hint" id="${HINT_ID}">${code.length(form.length)}</p>`
  const content = html`${commonFields(form)}${hiddenFields(form.fields)}${field}${submitButton(form.submit ?? code.submit)}`
  return postForm(form.action, content)
}
