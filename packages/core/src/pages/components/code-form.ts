import type { CodeForm } from '../../types/page-props.ts'
import type { Messages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { ERROR_ID } from './error-box.ts'
import { commonFields, hiddenFields, postForm, submitButton } from './form.ts'

/** The id of the field. */
export const CODE_ID = 'code'

const HINT_ID = 'code-hint'

/** Where the code of a mail is typed in. Phones offer it when it arrives (HTML §4.10.18.7, `one-time-code`). */
export const codeForm = (form: CodeForm, messages: Messages): Markup => {
  const { code } = messages.verifyRequest
  const wrong = form.error && html` aria-invalid="true"`
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
      ${wrong}
    />
    <p class="hint" id="${HINT_ID}">${code.length(form.length)}</p>`
  const content = html`${commonFields(form)}${hiddenFields(form.fields)}${field}${submitButton(form.submit ?? code.submit)}`
  return postForm(form.action, content)
}
