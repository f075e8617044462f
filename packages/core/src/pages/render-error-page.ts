import { errorText } from '../i18n/time-spans.ts'
import type { Messages } from '../types/messages.ts'
import type { PageProps } from '../types/page-props.ts'
import { pageUrl } from '../web/redirect-target.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { titleWithError } from './components/error-box.ts'
import { homeLink } from './components/inline-elements.ts'

/** What happened, what the user can do, and the reference of the log entry. */
export const renderErrorPage = (props: PageProps['error'], messages: Messages): PageContent => {
  const { title, text, next, signIn } = errorText(messages, props.error, props.retryAfter)
  const reference =
    props.reference && html`<p class="muted">${messages.errorPage.reference}: <code>${props.reference}</code></p>`
  return {
    title: titleWithError(messages, title, props.error),
    body: html`<h1>${title}</h1>
      <p>${text}</p>
      ${next && html`<p>${next}</p>`} ${reference}
      ${signIn && html`<a class="button" href="${pageUrl(props.signinUrl)}">${signIn}</a>`}
      ${homeLink(props.home, messages)}`,
    features: [],
  }
}
