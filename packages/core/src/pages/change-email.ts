import type { ChangeEmailProps } from '../types/pages.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { askedLine } from './parts/asked-line.ts'
import { breakable } from './parts/breakable.ts'
import { commonFields, hiddenFields, postForm, submitButton } from './parts/form.ts'
import { homeLink } from './parts/home-link.ts'

const donePage = ({ email, host, home }: ChangeEmailProps, words: Words): PageContent => {
  const { doneTitle, done } = words.changeEmail
  return {
    title: doneTitle,
    body: html`<h1>${doneTitle}</h1>
      <p class="who">${breakable(email)}</p>
      <p>${done(host)}</p>
      ${homeLink(home, words)}`,
    needs: [],
  }
}

/**
 * The link of a mail to a new address. It names that address and the one that it replaces, so that nobody gives theirs to a
 * stranger's account unawares, and opening it does nothing yet.
 */
export const changeEmailPage = (props: ChangeEmailProps, words: Words, now: number): PageContent => {
  if (props.isDone === true) return donePage(props, words)
  const { title, lead, warning, submit, replaces } = words.changeEmail
  const { action = '', fields = [] } = props
  const form = html`${commonFields(props)}${hiddenFields(fields)}${submitButton(submit)}`
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${lead(props.host)}</p>
      <p class="who">${breakable(props.email)}</p>
      ${props.replaces && html`<p class="notice">${replaces(props.replaces)}</p>`} ${askedLine(props, words, now)}
      <p class="muted">${warning}</p>
      ${postForm(action, form)}`,
    needs: ['form'],
  }
}
