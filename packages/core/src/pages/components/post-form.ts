import { pageUrl } from '../../web/redirect-target.ts'
import { html, type Markup } from '../markup/html.ts'

type HiddenField = readonly [name: string, value: string]

export const hiddenFields = (fields: readonly HiddenField[]): readonly Markup[] =>
  fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)

/** The hidden fields `csrfToken` and `callbackUrl`, as far as they have a value. */
export const commonFields = (props: { readonly csrfToken?: string; readonly callbackUrl?: string }): Markup => {
  const fields = [
    ['csrfToken', props.csrfToken ?? ''],
    ['callbackUrl', props.callbackUrl ?? ''],
  ] as const
  return html`${hiddenFields(fields.filter(([, value]) => value !== ''))}`
}

/** A form that posts to a same-origin address. */
export const postForm = (action: string, content: Markup): Markup =>
  html`<form action="${pageUrl(action)}" method="post">${content}</form>`
