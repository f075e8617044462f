import { pageAddress } from '../../web/page-address.ts'
import type { Words } from '../../words/words.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** A link to the site, by the name of its host. */
export const homeLink = (home: string, words: Words): Markup => {
  const host = URL.canParse(home) ? new URL(home).host : ''
  return html`<p class="more"><a href="${pageAddress(home)}">${host === '' ? words.home : words.homeAt(host)}</a></p>`
}
