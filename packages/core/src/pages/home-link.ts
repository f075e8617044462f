import type { Words } from '../words/words.ts'
import { address } from './address.ts'
import { html } from './html.ts'
import type { Markup } from './html.ts'

/** A link to the site, by the name of its host. */
export const homeLink = (home: string, words: Words): Markup => {
  const host = URL.canParse(home) ? new URL(home).host : ''
  return html`<p><a href="${address(home)}">${host === '' ? words.home : words.homeAt(host)}</a></p>`
}
