import type { SignoutProps } from '../types/page-props.ts'
import type { Messages } from '../i18n/messages.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { commonFields, postForm, submitButton } from './components/form.ts'
import { homeLink } from './components/home-link.ts'

/** Asks before it signs out: a link alone must not. Whoever stays signed in goes on to the same place by a link. */
export const signoutPage = (props: SignoutProps, messages: Messages): PageContent => ({
  title: messages.signout.title,
  body: html`<h1>${messages.signout.title}</h1>
    <p>${messages.signout.question}</p>
    ${postForm(props.action, html`${commonFields(props)}${submitButton(messages.signout.submit)}`)}
    ${homeLink(props.callbackUrl, messages)}`,
  needs: ['form'],
})
