import type { PasskeyProps } from '../types/page-props.ts'
import { pageUrl } from '../web/page-url.ts'
import type { Messages } from '../i18n/messages.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { errorBox, titleWith } from './components/error-box.ts'
import { commonFields, submitButton } from './components/form.ts'
import { passkeyForm } from './components/passkey-form.ts'

/** A signed-in person adds a passkey to their account. */
export const passkeyPage = (props: PasskeyProps, messages: Messages): PageContent => {
  const { title, lead, add, later } = messages.passkey
  const { action, optionsUrl, error, callbackUrl } = props
  const form = html`${commonFields(props)}${submitButton(add)}`
  return {
    title: titleWith(messages, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, props)}
      <p>${lead}</p>
      ${passkeyForm({ action, optionsUrl, purpose: 'register' }, form, messages.passkey)}
      <p class="more"><a href="${pageUrl(callbackUrl)}">${later}</a></p>`,
    needs: ['form', 'passkey'],
  }
}
