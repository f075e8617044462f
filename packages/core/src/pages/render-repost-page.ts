import type { PageProps } from '../types/page-props.ts'
import type { PageContent } from './document.ts'
import type { PageContext } from './page-context.ts'
import { html } from './markup/html.ts'
import { button } from './components/button.ts'
import { hiddenFields, postForm } from './components/post-form.ts'

/**
 * Posts a provider's cross-site POST again from the own origin, because browsers do not send `SameSite` cookies with
 * the first one. The button is for browsers without scripts.
 */
export const renderRepostPage = ({ action, fields }: PageProps['repost'], context: PageContext): PageContent => {
  const { title, text, submit } = context.messages.repost
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${text}</p>
      ${postForm(action, html`${hiddenFields(fields)}${button({ label: submit }, context)}`)}`,
    features: ['repost'],
  }
}
