import type { PageProvider } from '../../types/page-props.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { button } from '../components/button.ts'
import { iconClass, iconOf } from '../components/icon.ts'
import { html, type Markup } from '../markup/html.ts'
import type { PageContext } from '../page-context.ts'

/** The id of the form that all provider buttons submit. */
export const REDIRECT_FORM_ID = 'redirect'

/** The button of a provider, rendered for each place that it can have. */
export interface ProviderButton {
  readonly id: string
  readonly name: string
  /** An item of a short list, with a label such as "Sign in with GitHub". */
  readonly item: Markup
  /** An item of a long list, which shows only the name. */
  readonly shortItem: Markup
  /** Above a long list, with the badge "Last used". */
  readonly lastUsed: Markup
  /** The same as an item of a short list. */
  readonly lastUsedItem: Markup
  /** The letter that it is grouped under in a very long list. */
  readonly initial: string
}

const initialOf = (name: string): string => {
  const [letter = ''] = name.trim().normalize('NFKD').toUpperCase()
  return /\p{L}/u.test(letter) ? letter : '#'
}

/** The button of the provider at the position `index`. */
export const providerButton = (
  provider: PageProvider,
  index: number,
  context: Pick<PageContext, 'messages' | 'components' | 'findIcon'>,
): ProviderButton => {
  const { id, name, action } = provider
  const icon = iconOf(provider, context.findIcon).render(iconClass(index))
  const label = context.messages.signin.withProvider(name)
  const show = (shown: string, isLastUsed = false): Markup => {
    const ariaLabel = shown === label ? undefined : html` aria-label="${label}"`
    const attributes = html` form="${REDIRECT_FORM_ID}" formaction="${pageUrl(action)}"${ariaLabel}`
    return button({ label: shown, provider: id, icon, style: 'method', attributes, isLastUsed }, context)
  }
  const lastUsed = show(label, true)
  return {
    id,
    name,
    item: html`<li>${show(label)}</li>`,
    shortItem: html`<li data-name="${name}">${show(name)}</li>`,
    lastUsed,
    lastUsedItem: html`<li>${lastUsed}</li>`,
    initial: initialOf(name),
  }
}
