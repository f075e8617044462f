import { oncePer } from '../../base/async.ts'
import type { MessageCatalog } from '../../i18n/message-catalog.ts'
import type { Messages } from '../../types/messages.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { escapeNonAscii, html, prepare, type Markup } from '../markup/html.ts'

/** The languages that the user can choose on a page. */
export interface LocaleChoices {
  readonly catalog: Pick<MessageCatalog, 'offered' | 'nameOf'>
  /** The address of the page up to the tag of a language, with which it ends. */
  readonly page: string
}

const globe = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    d="M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M3.5 9h17M3.5 15h17M12 3c-5.5 5-5.5 13 0 18M12 3c5.5 5 5.5 13 0 18"
  />
</svg>`

const makeList = ({ offered, nameOf }: LocaleChoices['catalog'], messages: Messages, page: Markup): Markup => {
  const links = offered
    .filter((lang) => lang !== messages.lang)
    .map(
      (lang) =>
        html`<li><a href="${page}${lang}" hreflang="${lang}" lang="${lang}">${escapeNonAscii(nameOf(lang))}</a></li>`,
    )
  return html`<nav aria-label="${messages.language}">
    <details>
      <summary>${globe}<span>${escapeNonAscii(nameOf(messages.lang))}</span></summary>
      <ul role="list">
        ${links}
      </ul>
    </details>
  </nav>`
}

const lists = oncePer((catalog: LocaleChoices['catalog']) =>
  oncePer((messages: Messages) => prepare((page) => makeList(catalog, messages, page))),
)

/** A collapsed list of links to the page in other languages, rendered once per language. It needs no script. */
export const localeList = ({ catalog, page }: LocaleChoices, messages: Messages): Markup =>
  lists(catalog)(messages)(pageUrl(page))
