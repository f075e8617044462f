import type { Messages } from '../types/messages.ts'
import type { PageProps } from '../types/page-props.ts'
import { pageUrl } from '../web/redirect-target.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { commonFields, postForm, submitButton } from './components/post-form.ts'
import { emailAddress, homeLink } from './components/inline-elements.ts'

/** Asks for confirmation, because a link alone must not sign the user out. */
export const renderSignoutPage = (props: PageProps['signout'], messages: Messages): PageContent => ({
  title: messages.signout.title,
  body: html`<h1>${messages.signout.title}</h1>
    <p>${messages.signout.question}</p>
    <p class="muted">${messages.account.signedInAs}</p>
    <p class="user">${emailAddress(props.user)}</p>
    ${postForm(props.action, html`${commonFields(props)}${submitButton(messages.signout.submit)}`)}
    <a class="button secondary" href="${pageUrl(props.callbackUrl)}">${messages.signout.cancel}</a>
    ${homeLink(props.home, messages)}`,
  features: ['form'],
})
