import { pageUrl } from '../../web/page-url.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

export type HiddenField = readonly [name: string, value: string]

/** Fields that are sent along unseen. */
export const hiddenFields = (fields: readonly HiddenField[]): readonly Markup[] =>
  fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)

/** The fields that forms of ours carry under the names that clients know: no empty ones. */
export const commonFields = (props: { readonly csrfToken?: string; readonly callbackUrl?: string }): Markup => {
  const fields = [
    ['csrfToken', props.csrfToken ?? ''],
    ['callbackUrl', props.callbackUrl ?? ''],
  ] as const
  return html`${hiddenFields(fields.filter(([, value]) => value !== ''))}`
}

/** A form that is posted to an address of our own. */
export const postForm = (action: string, content: Markup): Markup =>
  html`<form action="${pageUrl(action)}" method="post">${content}</form>`

export const submitButton = (label: string): Markup => html`<button type="submit">${label}</button>`

/** A button for what is not the purpose of the page. */
export const secondButton = (label: string): Markup => html`<button type="submit" class="second">${label}</button>`
