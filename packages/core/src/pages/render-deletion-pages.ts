import { describeMoment } from '../i18n/time-spans.ts'
import type { PageProps } from '../types/page-props.ts'
import { button } from './components/button.ts'
import { emailAddress, homeLink } from './components/inline-elements.ts'
import { commonFields, hiddenFields, postForm } from './components/post-form.ts'
import type { PageContent } from './document.ts'
import { html, type Markup } from './markup/html.ts'
import type { PageContext } from './page-context.ts'

const dateLine = (deleteAt: number, { messages }: PageContext): Markup =>
  html`<p>${messages.scheduledDeletion.date(describeMoment(messages.lang, deleteAt))}</p>`

/** The user requested the deletion, and is signed out. */
export const renderDeletionScheduledPage = (
  props: PageProps['deletion-scheduled'],
  context: PageContext,
): PageContent => {
  const { title, how } = context.messages.scheduledDeletion
  return {
    title,
    body: html`<h1>${title}</h1>
      ${dateLine(props.deleteAt, context)}
      <p>${how}</p>
      ${homeLink(props.home, context.messages)}`,
    features: [],
  }
}

/** The user signs in before the deletion. Nothing is kept, and the user is not signed in, until the button says so. */
export const renderKeepAccountPage = (props: PageProps['keep-account'], context: PageContext): PageContent => {
  const { scheduledDeletion, account } = context.messages
  const choice = (value: string) => html` name="choice" value="${value}"`
  const form = html`${commonFields(props)}${hiddenFields(props.fields)}
    <div class="choices">
      ${button({ label: scheduledDeletion.keep, attributes: choice('keep') }, context)}
      ${button({ label: account.signOut, style: 'secondary', attributes: choice('leave') }, context)}
    </div>`
  return {
    title: scheduledDeletion.title,
    body: html`<h1>${scheduledDeletion.title}</h1>
      <p class="user">${emailAddress(props.user)}</p>
      ${dateLine(props.deleteAt, context)} ${postForm(props.action, form)}`,
    features: ['form'],
  }
}
