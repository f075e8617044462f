import type { RepostProps } from '../types/page-props.ts'
import type { Messages } from '../i18n/messages.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { hiddenFields, postForm, submitButton } from './components/form.ts'

/** Sends a provider's cross-site post on from our own site, so that our cookies come along. The button is for no script. */
export const repostPage = ({ action, fields }: RepostProps, { repost }: Messages): PageContent => ({
  title: repost.title,
  body: html`<h1>${repost.title}</h1>
    <p>${repost.text}</p>
    ${postForm(action, html`${hiddenFields(fields)}${submitButton(repost.submit)}`)}`,
  needs: ['repost'],
})
