import type { Messages } from '../types/messages.ts'
import type { PasskeyProps } from '../types/page-props.ts'
import { pageUrl } from '../web/redirect-target.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { errorBox, titleWithError } from './components/error-box.ts'
import { commonFields, submitButton } from './components/post-form.ts'
import { passkeyForm } from './components/passkey-form.ts'

/** A signed-in user adds a passkey to the account. */
export const renderPasskeyPage = (props: PasskeyProps, messages: Messages): PageContent => {
  const { title, lead, add, skip } = messages.passkey
  const { action, optionsUrl, error, callbackUrl } = props
  const form = html`${commonFields(props)}${submitButton(add)}`
  return {
    title: titleWithError(messages, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, props)}
      <p>${lead}</p>
      ${passkeyForm({ action, optionsUrl, purpose: 'register' }, form, messages.passkey)}
      <p class="footer-link"><a href="${pageUrl(callbackUrl)}">${skip}</a></p>`,
    features: ['form', 'passkey'],
  }
}
