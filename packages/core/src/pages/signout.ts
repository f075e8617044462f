import type { SignoutProps } from '../types/pages.ts'
import type { Words } from '../words/words.ts'
import type { PageContent } from './document.ts'
import { html } from './markup/html.ts'
import { commonFields, postForm, submitButton } from './parts/form.ts'

/** Asks before it signs out: a link alone must not. */
export const signoutPage = (props: SignoutProps, { signout }: Words): PageContent => ({
  title: signout.title,
  body: html`<h1>${signout.title}</h1>
    <p>${signout.question}</p>
    ${postForm(props.action, html`${commonFields(props)}${submitButton(signout.submit)}`)}`,
  needs: ['form'],
})
