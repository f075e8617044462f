import type { PageButton } from '../../types/page-components.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { html, toMarkup, type Markup } from '../markup/html.ts'
import type { PageContext } from '../page-context.ts'

/** The id of the button that this browser used last. A link in an error message leads there. */
export const LAST_USED_ID = 'last-used'

/** The values that all buttons of a page share. */
export type ButtonContext = Pick<PageContext, 'messages' | 'components'>

interface ButtonLook extends Pick<PageButton, 'label'> {
  /** @default no provider */
  readonly provider?: string | undefined
  readonly icon?: Markup | undefined
  /** @default 'primary' */
  readonly style?: PageButton['style']
  /** The classes, if they differ from the style. */
  readonly className?: string
  readonly attributes?: Markup | undefined
}

export interface SubmitButton extends ButtonLook {
  /** Whether the badge "Last used" stands on the edge of the button. */
  readonly isLastUsed?: boolean
}

const contentOf = ({ label, icon, provider, style = 'primary' }: ButtonLook, { components }: ButtonContext): Markup => {
  const own = components.button?.({ label, icon, provider, style })
  return own === undefined ? html`${icon}<span>${label}</span>` : toMarkup(own)
}

/** A button that submits its form. */
export const button = (look: SubmitButton, context: ButtonContext): Markup => {
  const { style, className = style, attributes, isLastUsed = false } = look
  const id = isLastUsed ? html` id="${LAST_USED_ID}"` : undefined
  const classes = className === undefined || className === 'primary' ? undefined : html` class="${className}"`
  const end = isLastUsed ? html` <small class="badge">${context.messages.signin.lastUsed}</small>` : undefined
  return html`<button type="submit" ${id}${classes}${attributes}>${contentOf(look, context)}${end}</button>`
}

/** A link that looks like a button. */
export const linkButton = (url: string, look: ButtonLook, context: ButtonContext): Markup => {
  const { style = 'primary', className = style, attributes } = look
  const classes = className === 'primary' ? 'button' : `button ${className}`
  return html`<a class="${classes}" href="${pageUrl(url)}" ${attributes}>${contentOf(look, context)}</a>`
}
