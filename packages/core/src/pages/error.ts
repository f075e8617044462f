import { errorTable, isPublicType } from '../errors/error-table.ts'
import type { ErrorProps } from '../types/page-props.ts'
import { pageUrl } from '../web/page-url.ts'
import { errorText } from '../i18n/error-text.ts'
import type { Messages } from '../i18n/messages.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { titleWith } from './components/error-box.ts'
import { homeLink } from './components/home-link.ts'

/** What went wrong in plain words, what to do next, and what support needs to find it in the log. */
export const errorPage = (props: ErrorProps, messages: Messages): PageContent => {
  const { title, text, next, signIn } = errorText(messages, props.error, props.retryAfter)
  const status = isPublicType(props.error)
    ? html`<p class="status">${messages.errorPage.status(errorTable[props.error].status)}</p>`
    : undefined
  const reference =
    props.reference && html`<p class="muted">${messages.errorPage.reference}: <code>${props.reference}</code></p>`
  return {
    title: titleWith(messages, title, props.error),
    body: html`${status}
      <h1>${title}</h1>
      <p>${text}</p>
      ${next && html`<p>${next}</p>`} ${reference}
      ${signIn && html`<a class="button" href="${pageUrl(props.signinUrl)}">${signIn}</a>`}
      ${homeLink(props.home, messages)}`,
    needs: [],
  }
}
