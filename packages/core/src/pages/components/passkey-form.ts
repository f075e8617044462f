import { pageUrl } from '../../web/page-url.ts'
import type { PasskeyMessages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** What a form needs for a passkey ceremony: `passkeyScript` says what each attribute means. */
export interface Ceremony {
  readonly action: string
  readonly optionsUrl: string
  /** Left out where the server decides. */
  readonly purpose?: 'register'
}

/** A form that only a script can send, with a place for what it has to say. Without a script it says so itself. */
export const passkeyForm = (ceremony: Ceremony, content: Markup, messages: PasskeyMessages): Markup => {
  const { cancelled, failed, known, unsupported, needsScript } = messages
  const purpose = ceremony.purpose && html` data-action="${ceremony.purpose}"`
  const refused = html` data-cancelled="${cancelled}" data-failed="${failed}"`
  const sentences = html`${refused} data-known="${known}" data-unsupported="${unsupported}"`
  return html`<form
    action="${pageUrl(ceremony.action)}"
    method="post"
    data-passkey
    data-options-url="${pageUrl(ceremony.optionsUrl)}"
    ${purpose}
  >
    ${content}
    <p class="note" role="alert" data-passkey-message ${sentences} hidden></p>
    <p class="note" data-passkey-noscript>${needsScript}</p>
  </form>`
}
