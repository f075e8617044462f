import type { Messages } from '../../types/messages.ts'
import type { PageButton, ChosenComponents } from '../../types/page-components.ts'
import { html, toMarkup, type Markup } from '../markup/html.ts'

/** The id of the button that this browser used last. A link in an error message leads there. */
export const LAST_USED_ID = 'last-used'

/** `primary` is filled. `method` has an icon at its start, and `plain` looks like a link. */
export type ButtonStyle = 'primary' | 'secondary' | 'method' | 'plain'

/** The values that all buttons of a page share. */
export interface ButtonContext {
  readonly messages: Messages
  readonly components: ChosenComponents
}

export interface MethodButton extends Pick<PageButton, 'label' | 'provider'> {
  readonly icon?: Markup | undefined
  readonly style: ButtonStyle
  readonly attributes?: Markup | undefined
  /** Whether the badge "Last used" stands on the edge of the button. */
  readonly isLastUsed?: boolean
}

const badge = (messages: Messages): Markup => html` <small class="badge">${messages.signin.lastUsed}</small>`

/** A submit button of the sign-in page. */
export const methodButton = (
  { label, provider, icon, style, attributes, isLastUsed = false }: MethodButton,
  { messages, components }: ButtonContext,
): Markup => {
  const own = components.button?.({ label, icon, provider })
  const content = own === undefined ? html`${icon}<span>${label}</span>` : toMarkup(own)
  const id = isLastUsed ? html` id="${LAST_USED_ID}"` : undefined
  const className = style === 'primary' ? undefined : html` class="${style}"`
  const end = isLastUsed ? badge(messages) : undefined
  return html`<button type="submit" ${id}${className}${attributes}>${content}${end}</button>`
}
