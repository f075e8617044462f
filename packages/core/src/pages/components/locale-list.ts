import type { Messages } from '../../types/messages.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { escapeNonAscii, html, type Markup } from '../markup/html.ts'

/** A link to the page in another language. */
interface LocaleChoice {
  /** A BCP 47 language tag. */
  readonly lang: string
  /** The name of the language, in that language. */
  readonly name: string
  readonly href: string
}

/** The language of the page and the languages that the user can choose. */
export interface LocaleChoices {
  /** The name of the page's language. */
  readonly current: string
  readonly others: readonly LocaleChoice[]
}

const globe = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    d="M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M3.5 9h17M3.5 15h17M12 3c-5.5 5-5.5 13 0 18M12 3c5.5 5 5.5 13 0 18"
  />
</svg>`

/** A collapsed list of links to the page in other languages. It needs no script. */
export const localeList = ({ current, others }: LocaleChoices, messages: Messages): Markup => {
  const links = others.map(
    ({ lang, name, href }) =>
      html`<li><a href="${pageUrl(href)}" hreflang="${lang}" lang="${lang}">${escapeNonAscii(name)}</a></li>`,
  )
  return html`<nav aria-label="${messages.language}">
    <details>
      <summary>${globe}<span>${escapeNonAscii(current)}</span></summary>
      <ul role="list">
        ${links}
      </ul>
    </details>
  </nav>`
}
