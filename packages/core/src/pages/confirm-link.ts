import type { ConfirmLinkProps } from '../types/page-props.ts'
import type { Messages } from '../i18n/messages.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { requestedLine } from './components/requested-line.ts'
import { breakable } from './components/breakable.ts'
import { commonFields, hiddenFields, postForm, submitButton } from './components/form.ts'

/**
 * The link of a mail, opened elsewhere than where it was asked for. It names the address, so that nobody is signed in to
 * a stranger's account unawares, and opening it does nothing yet: mail scanners open links too.
 */
export const confirmLinkPage = (props: ConfirmLinkProps, messages: Messages, now: number): PageContent => {
  const { title, lead, warning, submit, replaces } = messages.confirmLink
  const form = html`${commonFields(props)}${hiddenFields(props.fields)}${submitButton(submit)}`
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${lead(props.host)}</p>
      <p class="who">${breakable(props.email)}</p>
      ${requestedLine(props, messages, now)}
      ${props.replaces && html`<p class="notice">${replaces(props.replaces)}</p>`}
      <p class="muted">${warning}</p>
      ${postForm(props.action, form)}`,
    needs: ['form'],
  }
}
