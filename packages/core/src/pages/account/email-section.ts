import type { AccountProps } from '../../types/page-props.ts'
import type { Messages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { codeForm } from '../components/code-form.ts'
import { commonFields, hiddenFields, postForm, secondButton } from '../components/form.ts'

const FIELD = 'new-email'

/** One's address and the form for another one, with the field for a code while one is on its way. */
export const emailSection = (props: AccountProps, messages: Messages): Markup | undefined => {
  const { email, csrfToken } = props
  if (email === undefined) return undefined
  const { title, lead, label, submit } = messages.account.email
  const token = csrfToken === undefined ? {} : { csrfToken }
  const code = email.code && {
    ...email.code,
    ...token,
    action: props.action,
    fields: [['action', 'email-code']] as const,
    submit: messages.changeEmail.submit,
  }
  const field = html`<label for="${FIELD}">${label}</label>
    <input id="${FIELD}" name="email" type="email" required autocomplete="email" />`
  const hidden = html`${commonFields(token)}${hiddenFields([['action', 'email-change']])}`
  return html`<section aria-labelledby="email">
    <h2 id="email">${title}</h2>
    ${code && codeForm(code, messages)}
    <p class="muted">${lead}</p>
    ${postForm(props.action, html`${hidden}${field}${secondButton(submit)}`)}
  </section>`
}
