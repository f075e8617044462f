import type { ConfirmLinkProps } from '../types/pages.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { askedLine } from './parts/asked-line.ts'
import { breakable } from './parts/breakable.ts'
import { commonFields, hiddenFields, postForm, submitButton } from './parts/form.ts'

/**
 * The link of a mail, opened elsewhere than where it was asked for. It names the address, so that nobody is signed in to
 * a stranger's account unawares, and opening it does nothing yet: mail scanners open links too.
 */
export const confirmLinkPage = (props: ConfirmLinkProps, words: Words, now: number): PageContent => {
  const { title, lead, warning, submit, replaces } = words.confirmLink
  const form = html`${commonFields(props)}${hiddenFields(props.fields)}${submitButton(submit)}`
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${lead(props.host)}</p>
      <p class="who">${breakable(props.email)}</p>
      ${askedLine(props, words, now)} ${props.replaces && html`<p class="notice">${replaces(props.replaces)}</p>`}
      <p class="muted">${warning}</p>
      ${postForm(props.action, form)}`,
    needs: ['form'],
  }
}
