import type { Messages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import type { LeaveButton } from './buttons.ts'

/** More than can be taken in at a glance. */
const LONG = 8

/** So many that they need letters to be found by. */
const VERY_LONG = 24

/** Whether a list is so long that one would rather type than look. */
export const isLong = (count: number): boolean => count > LONG

// Safari drops the role of a list without bullets, and with it the number of its items.
const list = (items: readonly Markup[]): Markup =>
  html`<ul class="list" role="list">
    ${items}
  </ul>`

const shortList = (buttons: readonly LeaveButton[]): Markup => list(buttons.map(({ short }) => short))

/** A few buttons, in the order of the config. */
export const plainList = (buttons: readonly LeaveButton[]): Markup => list(buttons.map(({ item }) => item))

const byLetter = (buttons: readonly LeaveButton[], lang: string): readonly (readonly [string, LeaveButton[]])[] => {
  const order = new Intl.Collator(lang)
  const groups = new Map<string, LeaveButton[]>()
  for (const button of buttons.toSorted((a, b) => order.compare(a.name, b.name))) {
    const group = groups.get(button.initial)
    if (group === undefined) groups.set(button.initial, [button])
    else group.push(button)
  }
  return [...groups]
}

const lettered = (buttons: readonly LeaveButton[], lang: string): readonly Markup[] =>
  byLetter(buttons, lang).map(
    ([letter, group]) =>
      html`<div data-group>
        <h2 class="letter">${letter}</h2>
        ${shortList(group)}
      </div>`,
  )

/** A list with a field that narrows it, which a script shows; under letters when it is very long. */
export const longList = (buttons: readonly LeaveButton[], { lang, signin }: Messages): Markup => {
  const isVeryLong = buttons.length > VERY_LONG
  return html`<div data-find hidden>
      <label for="find">${signin.search}</label>
      <input id="find" type="search" autocomplete="off" autocapitalize="none" spellcheck="false" />
    </div>
    <p class="muted" role="status" data-none hidden>${signin.nothingFound}</p>
    <div class="columns">${isVeryLong ? lettered(buttons, lang) : shortList(buttons)}</div>`
}
