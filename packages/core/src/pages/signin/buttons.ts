import type { PageProvider } from '../../types/pages.ts'
import { pageAddress } from '../../web/page-address.ts'
import type { Words } from '../../words/words.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { markOf } from '../parts/mark.ts'
import { markName } from '../parts/marks.ts'

/** The form that the buttons send, wherever they stand. */
export const LEAVE_ID = 'leave'

/** One way in that leaves for a provider: its button, with and without the note that it was used last. */
export interface LeaveButton {
  readonly id: string
  readonly name: string
  readonly item: Markup
  readonly asLastUsed: Markup
  /** Under which letter it stands in a very long list. */
  readonly initial: string
}

const initialOf = (name: string): string => {
  const [letter = ''] = name.trim().normalize('NFKD').toUpperCase()
  return /\p{L}/u.test(letter) ? letter : '#'
}

/** The button of a provider at a place on the page. */
export const makeButton = (provider: PageProvider, index: number, { signin }: Words): LeaveButton => {
  const { id, name, action } = provider
  const mark = markOf(provider).show(markName(index))
  const button = (badge?: Markup): Markup =>
    html`<button type="submit" form="${LEAVE_ID}" formaction="${pageAddress(action)}" class="go">
      ${mark}<span>${signin.withProvider(name)}</span>${badge}
    </button>`
  return {
    id,
    name,
    item: html`<li data-way="${name}">${button()}</li>`,
    asLastUsed: button(html`<small class="badge">${signin.lastUsed}</small>`),
    initial: initialOf(name),
  }
}
