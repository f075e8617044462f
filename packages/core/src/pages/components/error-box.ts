import { errorText } from '../../i18n/time-spans.ts'
import type { ErrorText, Messages } from '../../types/messages.ts'
import { html, type Markup } from '../markup/html.ts'

/** The id of the box. Invalid fields refer to it with `aria-describedby`. */
export const ERROR_ID = 'error'

/** Whether the error only asks the user to sign in. Then the box is a notice. */
const asksForSignIn = (error: string): boolean => error === 'SessionRequired' || error === 'ReauthenticationRequired'

interface ErrorBoxProps {
  /** A public error type. */
  readonly error?: string
  /** Seconds to wait before the next try. */
  readonly retryAfter?: number
  /** The name of the provider that failed. */
  readonly about?: string
}

/** The text of an error, and `more` under it. Screen readers announce it. `undefined` without an error. */
export const errorBox = (
  messages: Messages,
  { error, retryAfter, about }: ErrorBoxProps,
  more?: Markup,
): Markup | undefined => {
  if (error === undefined || error === '') return undefined
  const { title, text, next } = errorText(messages, error, retryAfter)
  const content = html`<h2>${about && html`<bdi>${about}</bdi>: `}${title}</h2>
    <p>${text}${next && html` ${next}`}</p>
    ${more}`
  if (asksForSignIn(error)) return html`<div class="notice" role="status" id="${ERROR_ID}">${content}</div>`
  return html`<div class="error" role="alert" id="${ERROR_ID}">${content}</div>`
}

/** The reference of an error in the log, which a user can read to support. */
export const supportReference = (reference: string | undefined, { errorPage }: Messages): Markup | undefined =>
  reference === undefined ? undefined : html`<p class="muted">${errorPage.reference}: <code>${reference}</code></p>`

/** The text of an error under the field that it is about, which refers to it with `aria-describedby`. */
export const fieldError = ({ title, text }: ErrorText): Markup =>
  html`<p class="field-error" role="alert" id="${ERROR_ID}"><strong>${title}</strong> ${text}</p>`

/** The document title. Screen readers read it first, so it begins with the error. */
export const titleWithError = (messages: Messages, title: string, error: string | undefined): string =>
  error === undefined || asksForSignIn(error) ? title : messages.titleWithError(title)
