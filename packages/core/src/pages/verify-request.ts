import type { VerifyRequestProps } from '../types/pages.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import { homeLink } from './home-link.ts'
import { html } from './html.ts'

/** A mail is on its way. It does not say to whom, as the page can be reached by a link of anybody's. */
export const verifyRequestPage = ({ home }: VerifyRequestProps, words: Words): PageContent => {
  const { title, sent, hint } = words.verifyRequest
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${sent}</p>
      <p class="muted">${hint}</p>
      ${homeLink(home, words)}`,
    hasForm: false,
  }
}
