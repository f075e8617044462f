import type { ConfirmLinkProps } from '../types/pages.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import { commonFields, hiddenFields, postForm, submitButton } from './form.ts'
import { html } from './html.ts'
import type { Markup } from './html.ts'

/** An address that, where it has to break, breaks before its host. */
const breakable = (email: string): Markup => {
  const at = Math.max(0, email.lastIndexOf('@'))
  return html`<bdi>${email.slice(0, at)}<wbr />${email.slice(at)}</bdi>`
}

/**
 * The link of a mail, opened elsewhere than where it was asked for. It names the address, so that nobody is signed in to
 * a stranger's account unawares, and opening it does nothing yet: mail scanners open links too.
 */
export const confirmLinkPage = (props: ConfirmLinkProps, { confirmLink }: Words): PageContent => {
  const { title, lead, warning, submit } = confirmLink
  const form = html`${commonFields(props)}${hiddenFields(props.fields)}${submitButton(submit)}`
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${lead(props.host)}</p>
      <p class="who">${breakable(props.email)}</p>
      <p class="muted">${warning}</p>
      ${postForm(props.action, form)}`,
    hasForm: true,
  }
}
