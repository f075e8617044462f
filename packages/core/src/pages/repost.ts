import type { RepostProps } from '../types/pages.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import { hiddenFields, postForm, submitButton } from './form.ts'
import { html } from './html.ts'

// A field named `submit` hides the form's own method of that name (HTML §4.10.3), and its name comes from outside.
const submitNow = html`HTMLFormElement.prototype.submit.call(document.forms[0])`

/** Sends a provider's cross-site post on from our own site, so that our cookies come along. The button is for no script. */
export const repostPage = ({ action, fields }: RepostProps, { repost }: Words): PageContent => ({
  title: repost.title,
  body: html`<h1>${repost.title}</h1>
    <p>${repost.text}</p>
    ${postForm(action, html`${hiddenFields(fields)}${submitButton(repost.submit)}`)}`,
  script: submitNow,
  hasForm: true,
})
