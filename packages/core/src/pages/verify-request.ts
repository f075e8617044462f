import type { VerifyRequestProps } from '../types/pages.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { CODE_ID, codeForm } from './parts/code-form.ts'
import { errorBox, titleWith } from './parts/error-box.ts'
import { homeLink } from './parts/home-link.ts'

/** A mail is on its way. To whom is said only to the browser that asked: anybody's link can lead here. */
export const verifyRequestPage = ({ home, email, code }: VerifyRequestProps, words: Words): PageContent => {
  const { title, sent, sentTo, open, hint } = words.verifyRequest
  const label = words.verifyRequest.code.label
  return {
    title: titleWith(words, title, code?.error),
    body: html`<h1>${title}</h1>
      ${errorBox(words, code ?? {}, [{ id: CODE_ID, label }])}
      <p>${email === undefined ? sent : sentTo(email)} ${code === undefined ? open : words.verifyRequest.code.lead}</p>
      ${code && codeForm(code, words)}
      <p class="muted">${hint}</p>
      ${homeLink(home, words)}`,
    needs: code === undefined ? [] : ['form'],
  }
}
