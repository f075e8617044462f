import { pageUrl } from '../../web/page-url.ts'
import type { Messages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** A link to the site, by the name of its host. */
export const homeLink = (home: string, messages: Messages): Markup => {
  const host = URL.canParse(home) ? new URL(home).host : ''
  return html`<p class="more"><a href="${pageUrl(home)}">${host === '' ? messages.home : messages.homeAt(host)}</a></p>`
}
