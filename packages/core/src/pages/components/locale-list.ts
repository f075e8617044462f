import type { Messages } from '../../i18n/messages.ts'
import { pageUrl } from '../../web/page-url.ts'
import { html, inAscii } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** A language that the page is there in, too. */
export interface LocaleChoice {
  /** A BCP 47 language tag. */
  readonly lang: string
  /** Its name in itself. */
  readonly name: string
  /** This page in that language. */
  readonly href: string
}

/** The languages of a page. */
export interface LocaleChoices {
  /** The name of the language that is shown. */
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

/** A list of links, folded away, to the page in other languages. It needs no script. */
export const localeList = ({ current, others }: LocaleChoices, messages: Messages): Markup => {
  const links = others.map(
    ({ lang, name, href }) =>
      html`<li><a href="${pageUrl(href)}" hreflang="${lang}" lang="${lang}">${inAscii(name)}</a></li>`,
  )
  return html`<nav class="languages" aria-label="${messages.language}">
    <details>
      <summary>${globe}<span>${inAscii(current)}</span></summary>
      <ul role="list">
        ${links}
      </ul>
    </details>
  </nav>`
}
