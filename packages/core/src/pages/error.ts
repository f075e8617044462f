import { errorTable, readPublicType } from '../errors/table.ts'
import type { ErrorProps } from '../types/pages.ts'
import { pageAddress } from '../web/page-address.ts'
import { errorText } from '../words/error-text.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { titleWith } from './parts/error-box.ts'
import { homeLink } from './parts/home-link.ts'

/** What went wrong in plain words, what to do next, and what support needs to find it in the log. */
export const errorPage = (props: ErrorProps, words: Words): PageContent => {
  const { title, text, next, signIn } = errorText(words, props.error, props.retryAfter)
  const type = readPublicType(props.error)
  const status = type && html`<p class="status">${words.errorPage.status(errorTable[type].status)}</p>`
  const reference =
    props.reference && html`<p class="muted">${words.errorPage.reference}: <code>${props.reference}</code></p>`
  return {
    title: titleWith(words, title, props.error),
    body: html`${status}
      <h1>${title}</h1>
      <p>${text}</p>
      ${next && html`<p>${next}</p>`} ${reference}
      ${signIn && html`<a class="button" href="${pageAddress(props.signinUrl)}">${signIn}</a>`}
      ${homeLink(props.home, words)}`,
    needs: [],
  }
}
