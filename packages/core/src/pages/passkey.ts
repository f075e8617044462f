import type { PasskeyProps } from '../types/pages.ts'
import { pageAddress } from '../web/page-address.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { errorBox, titleWith } from './parts/error-box.ts'
import { commonFields, submitButton } from './parts/form.ts'
import { passkeyForm } from './parts/passkey-form.ts'

/** A signed-in person adds a passkey to their account. */
export const passkeyPage = (props: PasskeyProps, words: Words): PageContent => {
  const { title, lead, add, later } = words.passkey
  const { action, optionsUrl, error, callbackUrl } = props
  const form = html`${commonFields(props)}${submitButton(add)}`
  return {
    title: titleWith(words, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(words, props)}
      <p>${lead}</p>
      ${passkeyForm({ action, optionsUrl, purpose: 'register' }, form, words.passkey)}
      <p class="more"><a href="${pageAddress(callbackUrl)}">${later}</a></p>`,
    needs: ['form', 'passkey'],
  }
}
