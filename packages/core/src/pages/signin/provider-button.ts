import type { Messages } from '../../types/messages.ts'
import type { PageProvider } from '../../types/page-props.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { iconClass, iconOf } from '../components/icon.ts'
import { html, type Markup } from '../markup/html.ts'

/** The id of the form that all provider buttons submit. */
export const REDIRECT_FORM_ID = 'redirect'

/** The button of a provider, rendered for each place that it can have. */
export interface ProviderButton {
  readonly name: string
  /** An item of a short list, with a label such as "Sign in with GitHub". */
  readonly item: Markup
  /** An item of a long list, which shows only the name. */
  readonly shortItem: Markup
  /** Above the list, with the badge "Last used". */
  readonly lastUsed: Markup
  /** The letter that it is grouped under in a very long list. */
  readonly initial: string
}

const initialOf = (name: string): string => {
  const [letter = ''] = name.trim().normalize('NFKD').toUpperCase()
  return /\p{L}/u.test(letter) ? letter : '#'
}

/** The button of the provider at the position `index`. */
export const providerButton = (provider: PageProvider, index: number, { signin }: Messages): ProviderButton => {
  const { name, action } = provider
  const icon = iconOf(provider).render(iconClass(index))
  const attributes = html`type="submit" form="${REDIRECT_FORM_ID}" formaction="${pageUrl(action)}" class="method"`
  const label = signin.withProvider(name)
  const button = (badge?: Markup): Markup => html`<button ${attributes}>${icon}<span>${label}</span>${badge}</button>`
  return {
    name,
    item: html`<li>${button()}</li>`,
    shortItem: html`<li data-name="${name}">
      <button ${attributes} aria-label="${label}">${icon}<span>${name}</span></button>
    </li>`,
    lastUsed: button(html`<small class="badge">${signin.lastUsed}</small>`),
    initial: initialOf(name),
  }
}
