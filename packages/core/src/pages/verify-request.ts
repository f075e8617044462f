import type { VerifyRequestProps } from '../types/page-props.ts'
import type { Messages } from '../i18n/messages.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { CODE_ID, codeForm } from './components/code-form.ts'
import { errorBox, titleWith } from './components/error-box.ts'
import { homeLink } from './components/home-link.ts'

/** A mail is on its way. To whom is said only to the browser that asked: anybody's link can lead here. */
export const verifyRequestPage = ({ home, email, code }: VerifyRequestProps, messages: Messages): PageContent => {
  const { title, sent, sentTo, open, hint } = messages.verifyRequest
  const label = messages.verifyRequest.code.label
  return {
    title: titleWith(messages, title, code?.error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, code ?? {}, [{ id: CODE_ID, label }])}
      <p>
        ${email === undefined ? sent : sentTo(email)} ${code === undefined ? open : messages.verifyRequest.code.lead}
      </p>
      ${code && codeForm(code, messages)}
      <p class="muted">${hint}</p>
      ${homeLink(home, messages)}`,
    needs: code === undefined ? [] : ['form'],
  }
}
