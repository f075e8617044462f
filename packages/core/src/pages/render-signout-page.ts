import type { PageProps } from '../types/page-props.ts'
import type { PageContent } from './document.ts'
import type { PageContext } from './page-context.ts'
import { html } from './markup/html.ts'
import { button, linkButton } from './components/button.ts'
import { commonFields, postForm } from './components/post-form.ts'
import { emailAddress, homeLink } from './components/inline-elements.ts'

/** Asks for confirmation, because a link alone must not sign the user out. */
export const renderSignoutPage = (props: PageProps['signout'], context: PageContext): PageContent => {
  const { title, question, submit, cancel } = context.messages.signout
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${question}</p>
      <p class="muted">${context.messages.account.signedInAs}</p>
      <p class="user">${emailAddress(props.user)}</p>
      ${postForm(props.action, html`${commonFields(props)}${button({ label: submit }, context)}`)}
      ${linkButton(props.callbackUrl, { label: cancel, style: 'secondary' }, context)}
      ${homeLink(props.home, context.messages)}`,
    features: ['form'],
  }
}
