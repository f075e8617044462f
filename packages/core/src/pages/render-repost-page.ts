import type { Messages } from '../types/messages.ts'
import type { PageProps } from '../types/page-props.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { hiddenFields, postForm, submitButton } from './components/post-form.ts'

/**
 * Posts a provider's cross-site POST again from the own origin, because browsers do not send `SameSite` cookies with
 * the first one. The button is for browsers without scripts.
 */
export const renderRepostPage = ({ action, fields }: PageProps['repost'], { repost }: Messages): PageContent => ({
  title: repost.title,
  body: html`<h1>${repost.title}</h1>
    <p>${repost.text}</p>
    ${postForm(action, html`${hiddenFields(fields)}${submitButton(repost.submit)}`)}`,
  features: ['repost'],
})
