import type { ChangeEmailProps } from '../types/page-props.ts'
import type { Messages } from '../i18n/messages.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { requestedLine } from './components/requested-line.ts'
import { breakable } from './components/breakable.ts'
import { commonFields, hiddenFields, postForm, submitButton } from './components/form.ts'
import { homeLink } from './components/home-link.ts'

const donePage = ({ email, host, home }: ChangeEmailProps, messages: Messages): PageContent => {
  const { doneTitle, done } = messages.changeEmail
  return {
    title: doneTitle,
    body: html`<h1>${doneTitle}</h1>
      <p class="who">${breakable(email)}</p>
      <p>${done(host)}</p>
      ${homeLink(home, messages)}`,
    needs: [],
  }
}

/**
 * The link of a mail to a new address. It names that address and the one that it replaces, so that nobody gives theirs to a
 * stranger's account unawares, and opening it does nothing yet.
 */
export const changeEmailPage = (props: ChangeEmailProps, messages: Messages, now: number): PageContent => {
  if (props.isDone === true) return donePage(props, messages)
  const { title, lead, warning, submit, replaces } = messages.changeEmail
  const { action = '', fields = [] } = props
  const form = html`${commonFields(props)}${hiddenFields(fields)}${submitButton(submit)}`
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${lead(props.host)}</p>
      <p class="who">${breakable(props.email)}</p>
      ${props.replaces && html`<p class="notice">${replaces(props.replaces)}</p>`}
      ${requestedLine(props, messages, now)}
      <p class="muted">${warning}</p>
      ${postForm(action, form)}`,
    needs: ['form'],
  }
}
