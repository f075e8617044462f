import type { SignoutProps } from '../types/pages.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { commonFields, postForm, submitButton } from './parts/form.ts'
import { homeLink } from './parts/home-link.ts'

/** Asks before it signs out: a link alone must not. Whoever stays signed in goes on to the same place by a link. */
export const signoutPage = (props: SignoutProps, words: Words): PageContent => ({
  title: words.signout.title,
  body: html`<h1>${words.signout.title}</h1>
    <p>${words.signout.question}</p>
    ${postForm(props.action, html`${commonFields(props)}${submitButton(words.signout.submit)}`)}
    ${homeLink(props.callbackUrl, words)}`,
  needs: ['form'],
})
