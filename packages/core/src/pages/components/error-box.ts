import { errorText } from '../../i18n/error-text.ts'
import type { Messages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** The id of the box, for the fields that it speaks of. */
export const ERROR_ID = 'error'

/** A field that has to be filled in again. */
export interface FaultyField {
  readonly id: string
  readonly label: string
}

const linksTo = (fields: readonly FaultyField[]): Markup | undefined =>
  fields.length === 0
    ? undefined
    : html`<ul class="faults">
        ${fields.map(({ id, label }) => html`<li><a href="#${id}">${label}</a></li>`)}
      </ul>`

/** Nobody did anything wrong: the person has only not signed in yet, or not lately. */
const isInvitation = (error: string): boolean => error === 'SessionRequired' || error === 'ReauthenticationRequired'

/** An error of the closed table, and in how many seconds it is worth trying again. */
export interface ErrorBoxProps {
  readonly error?: string
  readonly retryAfter?: number
}

/** What went wrong, in a box that is read aloud, with links to the fields it is about; nothing where nothing did. */
export const errorBox = (
  messages: Messages,
  { error, retryAfter }: ErrorBoxProps,
  fields: readonly FaultyField[] = [],
): Markup | undefined => {
  if (error === undefined || error === '') return undefined
  const { title, text, next } = errorText(messages, error, retryAfter)
  const heading = html`<h2>${title}</h2>
    <p>${text}${next && html` ${next}`}</p>`
  if (isInvitation(error)) return html`<div class="notice" role="status" id="${ERROR_ID}">${heading}</div>`
  return html`<div class="bad" role="alert" id="${ERROR_ID}">${heading}${linksTo(fields)}</div>`
}

/** What to put into the title, so that a screen reader says first that something went wrong. */
export const titleWith = (messages: Messages, title: string, error: string | undefined): string =>
  error === undefined || isInvitation(error) ? title : messages.titleWithError(title)
