import type { AccountProps } from '../../types/pages.ts'
import type { Words } from '../../words/words.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { codeForm } from '../parts/code-form.ts'
import { commonFields, hiddenFields, postForm, secondButton } from '../parts/form.ts'

const FIELD = 'new-email'

/** One's address and the form for another one, with the field for a code while one is on its way. */
export const emailSection = (props: AccountProps, words: Words): Markup | undefined => {
  const { email, csrfToken } = props
  if (email === undefined) return undefined
  const { title, lead, label, submit } = words.account.email
  const token = csrfToken === undefined ? {} : { csrfToken }
  const code = email.code && {
    ...email.code,
    ...token,
    action: props.action,
    fields: [['action', 'email-code']] as const,
    submit: words.changeEmail.submit,
  }
  const field = html`<label for="${FIELD}">${label}</label>
    <input id="${FIELD}" name="email" type="email" required autocomplete="email" />`
  const hidden = html`${commonFields(token)}${hiddenFields([['action', 'email-change']])}`
  return html`<section aria-labelledby="email">
    <h2 id="email">${title}</h2>
    ${code && codeForm(code, words)}
    <p class="muted">${lead}</p>
    ${postForm(props.action, html`${hidden}${field}${secondButton(submit)}`)}
  </section>`
}
