import { errorText } from '../i18n/time-spans.ts'
import type { PageProps } from '../types/page-props.ts'
import type { PageContent } from './document.ts'
import type { PageContext } from './page-context.ts'
import { html } from './markup/html.ts'
import { linkButton } from './components/button.ts'
import { supportReference, titleWithError } from './components/error-box.ts'
import { homeLink } from './components/inline-elements.ts'

/** What happened, what the user can do, and the reference of the log entry. */
export const renderErrorPage = (props: PageProps['error'], context: PageContext): PageContent => {
  const { messages } = context
  const { title, text, next, signIn } = errorText(messages, props.error, props.retryAfter)
  const reference = supportReference(props.reference, messages)
  return {
    title: titleWithError(messages, title, props.error),
    body: html`<h1>${title}</h1>
      <p>${text}</p>
      ${next && html`<p>${next}</p>`} ${reference} ${signIn && linkButton(props.signinUrl, { label: signIn }, context)}
      ${homeLink(props.home, messages)}`,
    features: [],
  }
}
