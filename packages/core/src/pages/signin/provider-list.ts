import { oncePer } from '../../base/async.ts'
import type { Messages } from '../../types/messages.ts'
import type { ChosenComponents } from '../../types/page-components.ts'
import type { PageProvider } from '../../types/page-props.ts'
import { html, type Markup } from '../markup/html.ts'
import type { FindIcon, PageContext } from '../page-context.ts'
import { providerButton, type ProviderButton } from './provider-button.ts'
import { isButton } from './sign-in-forms.ts'

/** A list with more buttons gets a search field. */
const MAX_SHORT = 8

/** A list with more buttons is grouped by first letter. */
const MAX_UNGROUPED = 24

// With a role, because Safari removes the role of a list without bullets, and with it the number of items.
export const shortList = (items: readonly Markup[]): Markup =>
  html`<ul class="list" role="list">
    ${items}
  </ul>`

const plainList = (buttons: readonly ProviderButton[]): Markup => shortList(buttons.map(({ shortItem }) => shortItem))

const groupByInitial = (
  buttons: readonly ProviderButton[],
  lang: string,
): readonly (readonly [string, ProviderButton[]])[] => {
  const order = new Intl.Collator(lang)
  const groups = new Map<string, ProviderButton[]>()
  for (const button of buttons.toSorted((a, b) => order.compare(a.name, b.name))) {
    const group = groups.get(button.initial)
    if (group === undefined) groups.set(button.initial, [button])
    else group.push(button)
  }
  return [...groups]
}

const groupedList = (buttons: readonly ProviderButton[], lang: string): readonly Markup[] =>
  groupByInitial(buttons, lang).map(
    ([initial, group]) =>
      html`<div data-group>
        <h2 class="initial">${initial}</h2>
        ${plainList(group)}
      </div>`,
  )

/** A long list with a search field. A script shows the field. */
const longList = (buttons: readonly ProviderButton[], { lang, signin }: Messages): Markup => {
  const isGrouped = buttons.length > MAX_UNGROUPED
  return html`<div data-filter hidden>
      <label for="filter">${signin.search}</label>
      <input id="filter" type="search" autocomplete="off" autocapitalize="none" spellcheck="false" />
    </div>
    <p class="muted" role="status" data-no-match hidden>${signin.nothingFound}</p>
    <div class="columns">${isGrouped ? groupedList(buttons, lang) : plainList(buttons)}</div>`
}

/** The buttons of the providers of a sign-in page. */
interface ProviderList {
  /** In the order of the config. */
  readonly buttons: readonly ProviderButton[]
  /** The whole list, if there are too many buttons to show them in the order of the config. */
  readonly long: Markup | undefined
}

const makeList = oncePer((providers: readonly PageProvider[]) =>
  oncePer((messages: Messages) =>
    oncePer((components: ChosenComponents) =>
      oncePer((findIcon: FindIcon): ProviderList => {
        const buttons = providers.flatMap((provider, i) =>
          isButton(provider) ? [providerButton(provider, i, { messages, components, findIcon })] : [],
        )
        return { buttons, long: buttons.length > MAX_SHORT ? longList(buttons, messages) : undefined }
      }),
    ),
  ),
)

/** The buttons of a list of providers in a language, made once per list, language, components and icons. */
export const providerList = (
  providers: readonly PageProvider[],
  { messages, components, findIcon }: Pick<PageContext, 'messages' | 'components' | 'findIcon'>,
): ProviderList => makeList(providers)(messages)(components)(findIcon)
