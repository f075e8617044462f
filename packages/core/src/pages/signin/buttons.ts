import type { PageProvider } from '../../types/page-props.ts'
import { pageUrl } from '../../web/page-url.ts'
import type { Messages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { iconOf } from '../components/icon.ts'
import { iconClass } from '../components/icon-styles.ts'

/** The form that the buttons send, wherever they stand. */
export const LEAVE_ID = 'leave'

/** One way in that leaves for a provider, as its button looks in each place. */
export interface LeaveButton {
  readonly id: string
  readonly name: string
  /** In a list where it says what it does. */
  readonly item: Markup
  /** In a list so long that only the name tells one from another. */
  readonly short: Markup
  /** With the note that it was used last. */
  readonly asLastUsed: Markup
  /** Under which letter it stands in a very long list. */
  readonly initial: string
}

const initialOf = (name: string): string => {
  const [letter = ''] = name.trim().normalize('NFKD').toUpperCase()
  return /\p{L}/u.test(letter) ? letter : '#'
}

/** The button of a provider at a place on the page. */
export const makeButton = (provider: PageProvider, index: number, { signin }: Messages): LeaveButton => {
  const { id, name, action } = provider
  const mark = iconOf(provider).show(iconClass(index))
  const start = html`type="submit" form="${LEAVE_ID}" formaction="${pageUrl(action)}" class="go"`
  const label = signin.withProvider(name)
  const button = (badge?: Markup): Markup => html`<button ${start}>${mark}<span>${label}</span>${badge}</button>`
  return {
    id,
    name,
    item: html`<li>${button()}</li>`,
    short: html`<li data-way="${name}">
      <button ${start} aria-label="${label}">${mark}<span>${name}</span></button>
    </li>`,
    asLastUsed: button(html`<small class="badge">${signin.lastUsed}</small>`),
    initial: initialOf(name),
  }
}
